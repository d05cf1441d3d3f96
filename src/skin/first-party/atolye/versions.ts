import type { Pack, Preset, ThemeVariable } from '../../pack/pack';
import { color, contrast, font, length, scale, shadow } from '../declare';
import { css100, css200 } from './css';
import { skeleton, skeleton200 } from './skeleton';

const variables = (line: string, more: readonly ThemeVariable[]): readonly ThemeVariable[] => [
  color('color-bg', '#fbf8f2', 'Arka plan', 'Background'),
  color('color-surface', '#f2ece0', 'Yüzey', 'Surface'),
  color('color-text', '#26211b', 'Metin', 'Text'),
  color('color-muted', '#5e5547', 'Soluk metin', 'Muted text'),
  color('color-accent', '#4d5d3a', 'Vurgu', 'Accent'),
  color('color-accent-text', '#ffffff', 'Vurgu üzerindeki metin', 'Text on accent'),
  color(line, '#d8cdb9', 'Çizgi', 'Line'),
  color('color-error', '#a3241c', 'Hata', 'Error'),
  color('color-focus', '#1d4ed8', 'Odak', 'Focus'),
  font('font-heading', 'classic', 'Başlık yazısı', 'Heading font'),
  font('font-body', 'humanist', 'Metin yazısı', 'Body font'),
  ...more,
  length('size-base', ['17px', 14, 20], 'type', ['Yazı boyu', 'Text size']),
  scale(1.3),
  length('space', ['18px', 10, 28], 'layout', ['Boşluk', 'Space']),
  length('width-max', ['1080px', 900, 1600], 'layout', ['Sayfa genişliği', 'Page width']),
  length('radius-card', ['2px', 0, 32], 'shape', ['Kart köşesi', 'Card corner']),
  length('radius-control', ['0px', 0, 32], 'shape', ['Düğme köşesi', 'Control corner']),
  shadow('soft'),
];

const presets = (line: string): readonly Preset[] => [
  { key: 'keten', label: { tr: 'Keten', en: 'Linen' }, variables: {} },
  {
    key: 'kil',
    label: { tr: 'Kil', en: 'Clay' },
    variables: {
      'color-bg': '#fdf7f3',
      'color-surface': '#f6e7de',
      'color-muted': '#6a5145',
      'color-accent': '#8a3f23',
      [line]: '#e2c9bb',
      'font-heading': 'serif',
    },
  },
  {
    key: 'is',
    label: { tr: 'İs', en: 'Soot' },
    variables: {
      'color-bg': '#1a1916',
      'color-surface': '#24221e',
      'color-text': '#f3eee4',
      'color-muted': '#bfb5a3',
      'color-accent': '#c9b88a',
      'color-accent-text': '#1f1a0d',
      [line]: '#3d3930',
      'color-error': '#ff9a90',
      'color-focus': '#9fc2ff',
      shadow: 'none',
    },
  },
];

export const atolye100: Pack = {
  manifest: {
    key: 'atolye',
    name: 'Atölye',
    version: '1.0.0',
    description: {
      tr: 'Kâğıt tonları, ince çizgiler, iri başlıklar: elde yapılanı anlatan mağazalar için.',
      en: 'Tones of paper, thin lines, large titles: for shops that tell of what they make.',
    },
    requires: { kit: '^1.0' },
    contrast,
    migrations: [],
  },
  css: css100,
  variables: variables('color-line', [font('font-accent', 'serif', 'Vurgu yazısı', 'Accent font')]),
  presets: presets('color-line'),
  skeleton,
  sections: [
    {
      key: 'anlati',
      label: { tr: 'Anlatı', en: 'Story' },
      type: 'richText',
      props: {
        title: 'Nasıl çalışıyoruz',
        content: [{ type: 'p', children: [{ text: 'Buraya anlatınızı yazın.' }] }],
        align: 'center',
        width: 'narrow',
      },
    },
  ],
};

/** Lines have the name that the kit gives them, and remarks no font of their own. */
export const atolye200: Pack = {
  ...atolye100,
  manifest: {
    ...atolye100.manifest,
    version: '2.0.0',
    migrations: [
      {
        to: '2.0.0',
        steps: [
          { do: 'rename', from: '/variables/color-line', to: '/variables/color-border' },
          { do: 'remove', at: '/variables/font-accent' },
          { do: 'setDefault', at: '/nodes/home~1works/props/columns', value: 2 },
        ],
      },
    ],
  },
  css: css200,
  variables: variables('color-border', []),
  presets: presets('color-border'),
  skeleton: skeleton200,
};
