import { object, oneOf, type Static, t } from '../../kernel/schema/schema';
import { isSafeAddress } from '../../kit/address';

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

export const isSafeLink = (link: Link): boolean => typeof link !== 'string' || isSafeAddress(link);
