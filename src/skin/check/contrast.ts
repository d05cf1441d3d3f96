import type { Pair } from '../css/pairs';
import { contrastOf } from '../pack/color';
import { type Contrast, colorIn, contrastsIn, LARGE, smallIn, smallWords, TEXT } from '../pack/legible';
import type { Pack } from '../pack/pack';
import { resolvedVariables } from '../pack/resolve';
import { type CheckRow, row } from './row';

/** One pair of colours as one preset shows it. */
export interface ContrastRow extends Contrast {
  /** The preset in which it was measured; null: without a preset. */
  readonly preset: string | null;
}

/** Values of a pack as a preset gives them. */
const valuesOf = (pack: Pack, preset: string | null) =>
  resolvedVariables(pack, { theme: { preset: preset ?? undefined }, variables: {} });

const presetsOf = ({ presets }: Pack): readonly (string | null)[] => [null, ...presets.map(({ key }) => key)];

/** Every pair under every preset. */
export const contrastsOf = (pack: Pack): readonly ContrastRow[] =>
  presetsOf(pack).flatMap((preset) => contrastsIn(pack, valuesOf(pack, preset)).map((each) => ({ preset, ...each })));

/** Sizes that are too small to be read by, under every preset. */
export const sizeRows = (pack: Pack): CheckRow[] =>
  presetsOf(pack).flatMap((preset) =>
    smallIn(pack, valuesOf(pack, preset)).map(({ name, least }) =>
      row('/variables', 'variable_invalid', { name, detail: smallWords(least) }),
    ),
  );

export const contrastRows = (contrasts: readonly ContrastRow[]): CheckRow[] =>
  contrasts.flatMap(({ preset, fg, bg, min, ratio, ok }) =>
    ok ? [] : [low('/manifest/contrast', `${fg} / ${bg}${preset === null ? '' : ` (${preset})`}`, ratio, min)],
  );

/** Two digits that never round a ratio up to its minimum. */
const low = (pointer: string, name: string, ratio: number, min: number, place = {}): CheckRow =>
  row(pointer, 'contrast_low', { name, ratio: (Math.floor(ratio * 100) / 100).toFixed(2), min }, place);

interface ContrastRows {
  readonly errors: CheckRow[];
  readonly warnings: CheckRow[];
}

/** Rules that set a text with what is behind it: below the least of large text is a fault, below that of text a warning. */
export function ruleRows(pack: Pack, pairs: readonly Pair[]): ContrastRows {
  const rows: ContrastRows = { errors: [], warnings: [] };
  const presets = presetsOf(pack).map((preset) => ({ preset, color: colorIn(valuesOf(pack, preset)) }));
  for (const { fg, bg, line, column } of pairs)
    for (const { preset, color } of presets) {
      const of = (name: string) => (name.startsWith('#') ? name : color(name.replace(/^--tz-/, '')));
      const ratio = contrastOf(of(fg) ?? '', of(bg) ?? '', color('color-bg') ?? '');
      if (ratio === undefined || ratio >= TEXT) continue;
      const name = `${fg} / ${bg}${preset === null ? '' : ` (${preset})`}`;
      const told = low('/css', name, ratio, ratio < LARGE ? LARGE : TEXT, { line, column });
      (ratio < LARGE ? rows.errors : rows.warnings).push(told);
    }
  return rows;
}
