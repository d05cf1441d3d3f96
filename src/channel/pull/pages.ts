import { createHash } from 'node:crypto';
import { nullable, t } from '../../kernel/schema/schema';
import type { Values } from '../job/declaration';

/** The place of a pull within the list of a window. */
export const placeFields = {
  cursor: nullable(t.String()),
  markedCursor: nullable(t.String()),
  /** Digests of pages that had rows. */
  pageDigest: nullable(t.String()),
  markedDigest: nullable(t.String()),
  pages: t.Integer(),
};
type PagePlace = Values<typeof placeFields>;

/** The beginning of a list. */
export const firstPlace: PagePlace = {
  cursor: null,
  markedCursor: null,
  pageDigest: null,
  markedDigest: null,
  pages: 0,
};

/** A page as its list is judged by it. */
export interface TurnedPage {
  readonly next: string | null;
  /** Names that tell its rows from others, in their order. */
  readonly names: readonly string[];
}

/** A list of more pages than this within one window has no end. */
const PAGES_MAX = 2_000;

/**
 * Says why the pages of a window come to no end. One cursor and one page of the past are remembered, and replaced at
 * every power of two of pages (Brent): whatever the length of a circle, it comes back to them.
 */
export function endlessPages(at: PagePlace, page: TurnedPage): string | undefined {
  const digest = digestOf(page);
  if (page.next !== null && (page.next === at.cursor || page.next === at.markedCursor))
    return 'The list of the marketplace comes back to a place at which it was.';
  if (digest !== null && (digest === at.pageDigest || digest === at.markedDigest))
    return 'The list of the marketplace shows a page once more.';
  return at.pages >= PAGES_MAX ? 'The list of the marketplace has no end.' : undefined;
}

/** The place behind a page. */
export function behind(at: PagePlace, page: TurnedPage): PagePlace {
  const digest = digestOf(page) ?? at.pageDigest;
  const isMarked = ((at.pages + 1) & at.pages) === 0;
  return {
    cursor: page.next,
    pageDigest: digest,
    pages: at.pages + 1,
    markedCursor: isMarked ? page.next : at.markedCursor,
    markedDigest: isMarked ? digest : at.markedDigest,
  };
}

/** @returns null of a page without rows */
function digestOf({ names }: TurnedPage): string | null {
  if (names.length === 0) return null;
  return createHash('sha256').update(names.join('\n')).digest('base64url');
}
