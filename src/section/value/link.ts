import { object, oneOf, type Static, t } from '../../kernel/schema/schema';

/** Things that a link may name by identifier: their addresses change. An own page and an extension's page are named by their keys. */
const linkTargets = ['product', 'collection', 'category', 'page', 'extPage'] as const;

const LINK_CHARS_MAX = 2_000;

/** The form of a link. That its address may be followed is for {@link isSafeLink} to say. */
export const linkSchema = t.Union(
  [
    t.String({ minLength: 1, maxLength: LINK_CHARS_MAX }),
    object({ to: oneOf(linkTargets), id: t.String({ minLength: 1, maxLength: 64 }) }),
  ],
  { 'x-hint': 'link' },
);
export type Link = Static<typeof linkSchema>;

const OWN_PATH = /^\/(?![/\\])[^\s\\"'<>`]*$/;
const HTTPS = /^https:\/\/[^\s\\"'<>`/@]+(?:[/?#][^\s\\"'<>`]*)?$/;
const MAIL = /^mailto:[^\s\\"'<>`?&:@]+@[^\s\\"'<>`?&:@]+$/;
const TELEPHONE = /^tel:\+?[0-9() -]{3,20}$/;

/** Characters that turn or hide what stands beside them. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** True of an own path, `https:`, `mailto:` and `tel:`. Whoever prints a link asks this once more. */
export function isSafeAddress(address: string): boolean {
  if (HIDDEN.test(address)) return false;
  if (OWN_PATH.test(address) || MAIL.test(address) || TELEPHONE.test(address)) return true;
  return HTTPS.test(address) && URL.canParse(address);
}

export const isSafeLink = (link: Link): boolean => typeof link !== 'string' || isSafeAddress(link);
