import { canonicalJson } from '../canonical';

/** What a patch has replaced, as the patch that puts it back; fields that it left as they were are not named. */
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
