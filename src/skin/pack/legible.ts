import type { Words } from '../../kernel/schema/schema';
import { tokenDefaults } from '../../kit/tokens';
import { contrastOf } from './color';
import type { Pack, VariableValue } from './pack';
import { type Dress, resolvedVariables } from './resolve';
import { cssOf } from './value';

/** The least contrast of text with its background. */
export const TEXT = 4.5;
/** Least contrast of large text and of what is no text. Below it nothing is read. */
export const LARGE = 3;

/** Pairs that every shop shows, whatever a manifest asks for. */
const always = [
  { fg: 'color-text', bg: 'color-bg', min: TEXT },
  { fg: 'color-text', bg: 'color-surface', min: TEXT },
  { fg: 'color-muted', bg: 'color-bg', min: TEXT },
  { fg: 'color-muted', bg: 'color-surface', min: TEXT },
  { fg: 'color-accent-text', bg: 'color-accent', min: TEXT },
  { fg: 'color-error', bg: 'color-bg', min: TEXT },
  { fg: 'color-focus', bg: 'color-bg', min: LARGE },
] as const;

/** Two colours by their names, and the contrast that they have. */
export interface Contrast {
  readonly fg: string;
  readonly bg: string;
  readonly min: number;
  readonly ratio: number;
  readonly ok: boolean;
}

type Values = Readonly<Record<string, VariableValue>>;

function pairsOf({ manifest }: Pack): readonly { readonly fg: string; readonly bg: string; readonly min: number }[] {
  const least = new Map<string, { fg: string; bg: string; min: number }>();
  for (const pair of [...always, ...manifest.contrast]) {
    const key = `${pair.fg} ${pair.bg}`;
    least.set(key, { ...pair, min: Math.max(pair.min, least.get(key)?.min ?? 0) });
  }
  return [...least.values()];
}

/** Finds a colour by the name of a variable or a token. */
export const colorIn =
  (values: Values) =>
  (name: string): string | undefined => {
    const value = Object.hasOwn(values, name) ? values[name] : tokenDefaults[name];
    return typeof value === 'string' && value.startsWith('#') ? value : undefined;
  };

/** Every pair of a theme as some values show it. One whose names are no colours has a ratio of 1. */
export function contrastsIn(pack: Pack, values: Values): Contrast[] {
  const color = colorIn(values);
  return pairsOf(pack).map(({ fg, bg, min }) => {
    const ratio = contrastOf(color(fg) ?? '', color(bg) ?? '', color('color-bg') ?? '') ?? 1;
    return { fg, bg, min, ratio, ok: ratio >= min };
  });
}

/** True of a pair that nobody reads, whatever a theme asks for. */
export const isUnread = ({ ratio, min }: Contrast): boolean => ratio < Math.min(LARGE, min);

/** Least sizes of tokens by which a page is read: pixels, and the ratio of headings. */
const sizes: Readonly<Record<string, number>> = {
  'size-base': 12,
  'size-scale': 1,
  'width-max': 320,
  'width-text': 240,
};

const SIZE = /^(\d+(?:\.\d+)?)(px|rem|em)?$/;
const REM = 16;

/** Pixels of a plain size; undefined: it is none, e.g. a sum whose value is seen nowhere before a browser has it. */
function pixelsOf(css: string | undefined): number | undefined {
  const [, digits, unit] = SIZE.exec(css ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits) * (unit === undefined || unit === 'px' ? 1 : REM);
}

/** Names of sizes that are too small to be read by, each with its least. */
export const smallIn = ({ variables }: Pack, values: Values): { readonly name: string; readonly least: number }[] =>
  variables.flatMap((variable) => {
    const { name } = variable;
    const least = Object.hasOwn(sizes, name) ? sizes[name] : undefined;
    if (least === undefined) return [];
    const pixels = pixelsOf(cssOf(variable, values[name] as VariableValue));
    return pixels !== undefined && pixels >= least ? [] : [{ name, least }];
  });

/** Says that a size has a least. */
export const smallWords = (least: number): Words => ({
  tr: `düz bir değer ve en az ${least} olmalı`,
  en: `must be a plain value of at least ${least}`,
});

/** True of a design whose values can be read: its colours stand apart, and its sizes are some. */
export function isLegible(pack: Pack, dress: Dress): boolean {
  const values = resolvedVariables(pack, dress);
  return smallIn(pack, values).length === 0 && !contrastsIn(pack, values).some(isUnread);
}
