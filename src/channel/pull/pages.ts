import { createHash } from 'node:crypto';
import { isPackage, type PackagePage, type PackageRow } from '../../provider/channel/package';
import type { PullJob } from './declaration';

type Place = Pick<PullJob['progress'], 'cursor' | 'markedCursor' | 'pageDigest' | 'markedDigest' | 'pages'>;

/** A list of more pages than this within one window has no end. */
const PAGES_MAX = 2_000;

/**
 * Says why the pages of a window come to no end. One cursor and one page of the past are remembered, and replaced at
 * every power of two of pages (Brent): whatever the length of a circle, it comes back to them.
 */
export function endlessPages(at: Place, page: PackagePage): string | undefined {
  const digest = digestOf(page.rows);
  if (page.next !== null && (page.next === at.cursor || page.next === at.markedCursor))
    return 'The list of packages comes back to a place at which it was.';
  if (digest !== null && (digest === at.pageDigest || digest === at.markedDigest))
    return 'The list of packages shows a page once more.';
  return at.pages >= PAGES_MAX ? 'The list of packages has no end.' : undefined;
}

/** The place behind a page. */
export function behind(at: Place, page: PackagePage): Place {
  const digest = digestOf(page.rows) ?? at.pageDigest;
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
function digestOf(rows: readonly PackageRow[]): string | null {
  if (rows.length === 0) return null;
  const names = rows.map((row) =>
    isPackage(row) ? `${row.packageId} ${row.modifiedAt} ${row.stateWord}` : `? ${row.remoteId} ${row.message}`,
  );
  return createHash('sha256').update(names.join('\n')).digest('base64url');
}
