import type { Preset, ThemeVariable } from '../../pack/pack';
import { color, length } from '../declare';

export const variables: readonly ThemeVariable[] = [
  color('color-bg', '#ffffff', 'Arka plan', 'Background'),
  color('color-surface', '#f6f4f0', 'Yüzey', 'Surface'),
  color('color-text', '#1f1b16', 'Metin', 'Text'),
  color('color-muted', '#5f574c', 'Soluk metin', 'Muted text'),
  color('color-accent', '#7a2e1d', 'Vurgu', 'Accent'),
  color('color-accent-text', '#ffffff', 'Vurgu üzerindeki metin', 'Text on accent'),
  color('color-border', '#e2dcd2', 'Kenarlık', 'Border'),
  color('color-error', '#b3261e', 'Hata', 'Error'),
  color('color-focus', '#1d4ed8', 'Odak', 'Focus'),
  {
    name: 'font-heading',
    type: 'font',
    default: 'serif',
    group: 'type',
    label: { tr: 'Başlık yazısı', en: 'Heading font' },
  },
  { name: 'font-body', type: 'font', default: 'system', group: 'type', label: { tr: 'Metin yazısı', en: 'Body font' } },
  length('size-base', ['16px', 14, 20], 'type', ['Yazı boyu', 'Text size']),
  {
    name: 'size-scale',
    type: 'number',
    default: 1.25,
    min: 1.1,
    max: 1.5,
    group: 'type',
    label: { tr: 'Başlık oranı', en: 'Heading scale' },
  },
  length('space', ['16px', 10, 28], 'layout', ['Boşluk', 'Space']),
  length('width-max', ['1160px', 900, 1600], 'layout', ['Sayfa genişliği', 'Page width']),
  length('radius-card', ['0px', 0, 32], 'shape', ['Kart köşesi', 'Card corner']),
  length('radius-control', ['2px', 0, 32], 'shape', ['Düğme köşesi', 'Control corner']),
  {
    name: 'shadow',
    type: 'enum',
    default: 'none',
    group: 'shape',
    label: { tr: 'Gölge', en: 'Shadow' },
    options: [
      { value: 'none', label: { tr: 'Yok', en: 'None' } },
      { value: 'soft', label: { tr: 'Hafif', en: 'Soft' }, css: '0 2px 12px rgb(0 0 0 / 8%)' },
      { value: 'strong', label: { tr: 'Belirgin', en: 'Strong' }, css: '0 8px 28px rgb(0 0 0 / 16%)' },
    ],
  },
];

export const presets: readonly Preset[] = [
  { key: 'kiremit', label: { tr: 'Kiremit', en: 'Brick' }, variables: {} },
  {
    key: 'deniz',
    label: { tr: 'Deniz', en: 'Sea' },
    variables: {
      'color-surface': '#eef4f6',
      'color-text': '#12222b',
      'color-muted': '#48606c',
      'color-accent': '#0f5e73',
      'color-border': '#d3e0e5',
      'font-heading': 'geometric',
      'radius-control': '6px',
      'radius-card': '6px',
    },
  },
  {
    key: 'gece',
    label: { tr: 'Gece', en: 'Night' },
    variables: {
      'color-bg': '#15171a',
      'color-surface': '#1f2327',
      'color-text': '#f2efe9',
      'color-muted': '#b7b0a5',
      'color-accent': '#e0a458',
      'color-accent-text': '#1a1206',
      'color-border': '#363b41',
      'color-error': '#ff8a80',
      'color-focus': '#8ab4ff',
      'font-heading': 'classic',
    },
  },
];
