import { tokenDefaults } from '../../kit/tokens';
import type { Pair } from '../css/pairs';
import { contrastOf } from '../pack/color';
import type { Pack } from '../pack/pack';
import { resolvedVariables } from '../pack/resolve';
import { type CheckRow, row } from './row';

/** One pair of colours as one preset shows it. */
export interface ContrastRow {
  /** null: without a preset. */
  readonly preset: string | null;
  readonly fg: string;
  readonly bg: string;
  readonly min: number;
  readonly ratio: number;
  readonly ok: boolean;
}

const TEXT = 4.5;
const LARGE = 3;

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

function pairsOf({ manifest }: Pack): readonly { readonly fg: string; readonly bg: string; readonly min: number }[] {
  const least = new Map<string, { fg: string; bg: string; min: number }>();
  for (const pair of [...always, ...manifest.contrast]) {
    const key = `${pair.fg} ${pair.bg}`;
    least.set(key, { ...pair, min: Math.max(pair.min, least.get(key)?.min ?? 0) });
  }
  return [...least.values()];
}

type Colors = (name: string) => string | undefined;

/** Colours by the names of variables and tokens, as a preset gives them. */
function colorsOf(pack: Pack, preset: string | null): Colors {
  const values = resolvedVariables(pack, { theme: { preset: preset ?? undefined }, variables: {} });
  return (name) => {
    const value = Object.hasOwn(values, name) ? values[name] : tokenDefaults[name];
    return typeof value === 'string' && value.startsWith('#') ? value : undefined;
  };
}

const presetsOf = ({ presets }: Pack): readonly (string | null)[] => [null, ...presets.map(({ key }) => key)];

/** Every pair under every preset. One whose names are no colours has a ratio of 1. */
export const contrastsOf = (pack: Pack): readonly ContrastRow[] =>
  presetsOf(pack).flatMap((preset) => {
    const color = colorsOf(pack, preset);
    return pairsOf(pack).map(({ fg, bg, min }) => {
      const ratio = contrastOf(color(fg) ?? '', color(bg) ?? '', color('color-bg') ?? '') ?? 1;
      return { preset, fg, bg, min, ratio, ok: ratio >= min };
    });
  });

export const contrastRows = (contrasts: readonly ContrastRow[]): CheckRow[] =>
  contrasts.flatMap(({ preset, fg, bg, min, ratio, ok }) =>
    ok ? [] : [low('/manifest/contrast', `${fg} / ${bg}${preset === null ? '' : ` (${preset})`}`, ratio, min)],
  );

/** Two digits that never round a ratio up to its minimum. */
const low = (pointer: string, name: string, ratio: number, min: number, place = {}): CheckRow =>
  row(pointer, 'contrast_low', { name, ratio: (Math.floor(ratio * 100) / 100).toFixed(2), min }, place);

interface Found {
  readonly errors: CheckRow[];
  readonly warnings: CheckRow[];
}

/** Rules that set a text with what is behind it: below the least of large text is a fault, below that of text a warning. */
export function ruleRows(pack: Pack, pairs: readonly Pair[]): Found {
  const found: Found = { errors: [], warnings: [] };
  const presets = presetsOf(pack).map((preset) => ({ preset, color: colorsOf(pack, preset) }));
  for (const { fg, bg, line, column } of pairs)
    for (const { preset, color } of presets) {
      const of = (name: string) => (name.startsWith('#') ? name : color(name.replace(/^--tz-/, '')));
      const ratio = contrastOf(of(fg) ?? '', of(bg) ?? '', color('color-bg') ?? '');
      if (ratio === undefined || ratio >= TEXT) continue;
      const name = `${fg} / ${bg}${preset === null ? '' : ` (${preset})`}`;
      const told = low('/css', name, ratio, ratio < LARGE ? LARGE : TEXT, { line, column });
      (ratio < LARGE ? found.errors : found.warnings).push(told);
    }
  return found;
}
