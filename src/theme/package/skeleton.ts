import { formOf } from '../../design/bundle/form';
import { judged, strictly } from '../../design/bundle/judge';
import { startingBundle } from '../../design/template/starting';
import { type CheckRow, row } from '../../skin/check/row';
import { skeletonRows } from '../../skin/check/skeleton';
import type { Pack } from '../../skin/pack/pack';

/** Faults of the body that a pack begins with: it has to be one that may be published, and a pack has no pictures. */
export function startingRows(pack: Pack): CheckRow[] {
  const broken = skeletonRows(pack.skeleton);
  if (broken.length > 0) return broken;
  const formed = formOf(startingBundle(pack));
  const world = { pack, media: new Map(), known: new Set<string>(), extensions: new Map(), css: [] };
  const found = formed.bundle ? strictly(judged(formed.bundle, world)) : { errors: formed.errors, warnings: [] };
  // Names of things of one shop are in no pack.
  const lost = found.warnings.filter(({ code }) => code === 'reference_missing');
  return [...found.errors, ...lost].map(({ pointer, message, english }) =>
    row('/skeleton', 'skeleton_invalid', {
      detail: { tr: `${pointer}: ${message.slice(0, -1)}`, en: `${pointer}: ${english.slice(0, -1)}` },
    }),
  );
}
