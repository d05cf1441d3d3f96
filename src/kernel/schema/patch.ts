import { canonicalJson } from '../canonical';

/** Makes the patch that takes another one back. It leaves out fields that the other one left as they were. */
export function patchBack(before: object, patch: object): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(patch).flatMap(([field, value]) =>
      canonicalJson(old[field]) === canonicalJson(value) ? [] : [[field, old[field]]],
    ),
  );
}

/** Such a patch writes nothing: rev and time tell of changes. */
export const changesNothing = (before: object, patch: object): boolean =>
  Object.keys(patchBack(before, patch)).length === 0;
