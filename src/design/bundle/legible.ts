import { type Contrast, contrastsIn, isUnread, smallIn, smallWords } from '../../skin/pack/legible';
import type { Pack } from '../../skin/pack/pack';
import { resolvedVariables } from '../../skin/pack/resolve';
import type { Bundle } from './bundle';
import { at, type Finding, finding } from './finding';

/** Looks at values of the shop by which nothing could be read. The theme's own were looked at when it came. */
export function legibleFindings(bundle: Bundle, pack: Pack): Finding[] {
  const isStated = (name: string): boolean => Object.hasOwn(bundle.variables, name);
  const values = resolvedVariables(pack, bundle);
  const low = contrastsIn(pack, values).filter(({ ok, fg, bg }) => !ok && (isStated(fg) || isStated(bg)));
  const small = smallIn(pack, values).filter(({ name }) => isStated(name));
  return [
    ...low.map((pair) => contrastFinding(pair, isStated(pair.fg) ? pair.fg : pair.bg)),
    ...small.map(({ name, least }) =>
      finding(at('/variables', name), 'variable_invalid', { detail: smallWords(least) }),
    ),
  ];
}

/** Two digits that never round a ratio up to its minimum. */
const contrastFinding = (pair: Contrast, name: string): Finding =>
  finding(at('/variables', name), isUnread(pair) ? 'contrast_low' : 'contrast_weak', {
    name: `${pair.fg} / ${pair.bg}`,
    ratio: (Math.floor(pair.ratio * 100) / 100).toFixed(2),
    min: pair.min,
  });
