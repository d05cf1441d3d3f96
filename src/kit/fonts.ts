import type { Words } from '../kernel/schema/schema';

export interface Font {
  readonly label: Words;
  /** The value of `font-family`: fonts that devices have. No font is loaded, so no page waits for one or tells anybody of a visit. */
  readonly stack: string;
}

/** The fonts of the kit by identifier. */
export const fonts: Readonly<Record<string, Font>> = {
  system: {
    label: { tr: 'Sistem yazısı', en: 'System' },
    stack: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  },
  humanist: {
    label: { tr: 'Hümanist', en: 'Humanist' },
    stack: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", "Noto Sans", sans-serif',
  },
  geometric: {
    label: { tr: 'Geometrik', en: 'Geometric' },
    stack: 'Avenir, Montserrat, Corbel, "URW Gothic", "Noto Sans", sans-serif',
  },
  serif: {
    label: { tr: 'Tırnaklı', en: 'Serif' },
    stack: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, "Noto Serif", serif',
  },
  classic: {
    label: { tr: 'Klasik', en: 'Classic' },
    stack: 'Didot, "Bodoni MT", "Noto Serif Display", "URW Palladio L", P052, "Noto Serif", serif',
  },
  mono: {
    label: { tr: 'Daktilo', en: 'Typewriter' },
    stack: '"Nimbus Mono PS", "Courier New", "Noto Sans Mono", monospace',
  },
};
