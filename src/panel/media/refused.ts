import type { Texts } from '../text/tr';
import { SIZE_MAX } from './takes';

type Reason = keyof Texts['media']['refused'];

/** Why a file was refused, by what the API says of it: it speaks to programs, of bodies and media types. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/ is HEIC|^image\/hei[cf] is not taken/, 'heic'],
  [/ is none of | is not taken: send /, 'type'],
  [/ are stated to be /, 'named'],
  [/ is animated/, 'animated'],
  [/ cannot be read/, 'broken'],
  [/ at most \d+ bytes/, 'size'],
  [/ pixels/, 'pixels'],
  [/ is empty/, 'empty'],
];

/** In people's words; undefined: it was refused for something else. */
export function refusedFile({ detail }: { readonly detail: string }, texts: Texts): string | undefined {
  const [, reason] = reasons.find(([form]) => form.test(detail)) ?? [];
  return reason && texts.media.refused[reason](SIZE_MAX);
}
