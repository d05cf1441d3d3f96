import type { Pack, ThemeVariable } from '../../pack/pack';
import { css100, css110 } from './css';
import { skeleton } from './skeleton';
import { presets, variables } from './variables';

export const sade100: Pack = {
  manifest: {
    key: 'sade',
    name: 'Sade',
    version: '1.0.0',
    description: {
      tr: 'Sakin, okunaklı bir tema: geniş boşluklar, tırnaklı başlıklar, tek vurgu rengi.',
      en: 'A calm theme that reads well: wide space, serif headings, one accent.',
    },
    requires: { kit: '^1.0' },
    contrast: [
      { fg: 'color-text', bg: 'color-bg', min: 4.5 },
      { fg: 'color-text', bg: 'color-surface', min: 4.5 },
      { fg: 'color-muted', bg: 'color-bg', min: 4.5 },
      { fg: 'color-muted', bg: 'color-surface', min: 4.5 },
      { fg: 'color-accent-text', bg: 'color-accent', min: 4.5 },
      { fg: 'color-accent', bg: 'color-bg', min: 4.5 },
      { fg: 'color-error', bg: 'color-bg', min: 4.5 },
      { fg: 'color-focus', bg: 'color-bg', min: 3 },
    ],
    migrations: [],
  },
  css: css100,
  variables,
  presets,
  skeleton,
  sections: [
    {
      key: 'genis-karsilama',
      label: { tr: 'Geniş karşılama', en: 'Wide hero' },
      type: 'hero',
      props: { title: 'Yeni sezon', align: 'center', height: 'large', tone: 'accent' },
    },
  ],
};

const sale: ThemeVariable = {
  name: 'color-sale',
  type: 'color',
  default: '#b3261e',
  label: { tr: 'İndirim', en: 'Sale' },
  group: 'colors',
};

/** Cards have round corners, and the colour of a sale is a shop's to choose. */
export const sade110: Pack = {
  ...sade100,
  manifest: {
    ...sade100.manifest,
    version: '1.1.0',
    migrations: [{ to: '1.1.0', steps: [{ do: 'setDefault', at: '/variables/radius-card', value: '8px' }] }],
  },
  css: css110,
  variables: [
    ...variables.map((variable) => (variable.name === 'radius-card' ? { ...variable, default: '8px' } : variable)),
    sale,
  ],
  presets: presets.map((preset) =>
    preset.key === 'gece' ? { ...preset, variables: { ...preset.variables, 'color-sale': '#ff8a80' } } : preset,
  ),
};
