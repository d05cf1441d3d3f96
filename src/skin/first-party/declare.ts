import type { ThemeVariable } from '../pack/pack';

/* Short forms of variables, as all packs of the product write them. */

export const color = (name: string, value: string, tr: string, en: string): ThemeVariable => ({
  name,
  type: 'color',
  default: value,
  label: { tr, en },
  group: 'colors',
});

export const length = (
  name: string,
  [value, min, max]: readonly [string, number, number],
  group: ThemeVariable['group'],
  [tr, en]: readonly [string, string],
): ThemeVariable => ({ name, type: 'length', default: value, min, max, group, label: { tr, en } });

export const font = (name: string, value: string, tr: string, en: string): ThemeVariable => ({
  name,
  type: 'font',
  default: value,
  group: 'type',
  label: { tr, en },
});

export const scale = (value: number): ThemeVariable => ({
  name: 'size-scale',
  type: 'number',
  default: value,
  min: 1.1,
  max: 1.5,
  group: 'type',
  label: { tr: 'Başlık oranı', en: 'Heading scale' },
});

export const shadow = (value: 'none' | 'soft' | 'strong'): ThemeVariable => ({
  name: 'shadow',
  type: 'enum',
  default: value,
  group: 'shape',
  label: { tr: 'Gölge', en: 'Shadow' },
  options: [
    { value: 'none', label: { tr: 'Yok', en: 'None' } },
    { value: 'soft', label: { tr: 'Hafif', en: 'Soft' }, css: '0 2px 12px rgb(0 0 0 / 8%)' },
    { value: 'strong', label: { tr: 'Belirgin', en: 'Strong' }, css: '0 8px 28px rgb(0 0 0 / 16%)' },
  ],
});

/** Pairs of colours that each theme of the product keeps apart. */
export const contrast = [
  { fg: 'color-text', bg: 'color-bg', min: 4.5 },
  { fg: 'color-text', bg: 'color-surface', min: 4.5 },
  { fg: 'color-muted', bg: 'color-bg', min: 4.5 },
  { fg: 'color-muted', bg: 'color-surface', min: 4.5 },
  { fg: 'color-accent-text', bg: 'color-accent', min: 4.5 },
  { fg: 'color-accent', bg: 'color-bg', min: 4.5 },
  { fg: 'color-error', bg: 'color-bg', min: 4.5 },
  { fg: 'color-focus', bg: 'color-bg', min: 3 },
] as const;
