import { folded } from '../../kernel/folded';
import type { PageKind } from '../../kit/page-kinds';
import { type Narrowing, narrowingIn } from './narrowing';

/** A page that a path of a shop asks for. */
export type PagePlace =
  | {
      readonly kind: Exclude<PageKind, 'page' | 'cart' | 'notFound'>;
      /** A handle, or the identifier of a category; empty of the home page and the search. */
      readonly name: string;
    }
  | { readonly kind: 'page'; readonly name: string }
  /** A page of an extension, by its address below `/ek/`. */
  | { readonly kind: 'extPage'; readonly name: string };

/** A page of a visitor's own: the cart, which a design has a page for, or a step from it to an order. */
export interface OwnPlace {
  readonly kind: 'cart' | 'checkout';
  readonly name: '';
}

const HANDLE = '[a-z0-9]+(?:-[a-z0-9]+)*';
const CATEGORY = 'cat_[0-9A-HJKMNP-TV-Z]{26}';

const PATHS: readonly (readonly [PagePlace['kind'], RegExp])[] = [
  ['home', /^\/()$/],
  ['product', new RegExp(`^/urun/(${HANDLE})$`)],
  ['collection', new RegExp(`^/koleksiyon/(${HANDLE})$`)],
  // The words before the identifier are for people: a category is renamed, and its old address goes on.
  ['category', new RegExp(`^/kategori/(?:${HANDLE}-)?(${CATEGORY})$`)],
  ['search', /^\/ara()$/],
  ['page', new RegExp(`^/sayfa/(${HANDLE})$`)],
  ['extPage', new RegExp(`^/ek/(${HANDLE})$`)],
];

const NAME_LENGTH_MAX = 160;

/** @returns undefined: no page is ever at this path */
export function placeOf(path: string): PagePlace | undefined {
  for (const [kind, form] of PATHS) {
    const [, name] = form.exec(path) ?? [];
    if (name !== undefined) return name.length > NAME_LENGTH_MAX ? undefined : { kind, name };
  }
  return undefined;
}

/** An address of a shop is no longer. */
const PATH_LENGTH_MAX = 400;

/**
 * The address that somebody means who types it with a slash at its end or in capital letters.
 * @param isAddress whether something may be at a path @returns undefined: there is no other that may be meant
 */
export function meantPath(path: string, isAddress: (path: string) => boolean): string | undefined {
  if (path.length > PATH_LENGTH_MAX) return undefined;
  const trimmed = path.replace(/\/+$/, '') || '/';
  // Identifiers alone have capital letters.
  const small = lettersOf(trimmed).replace(/cat_[0-9a-z]{26}$/, (id) => `cat_${id.slice(4).toUpperCase()}`);
  return [trimmed, small].find((each) => each !== path && isAddress(each));
}

/** Letters as addresses have them: `İPEK` and `%C4%B0PEK` are `ipek`. */
function lettersOf(path: string): string {
  try {
    return folded(decodeURIComponent(path));
  } catch {
    return path.toLowerCase();
  }
}

/** The part behind the `?` of a path, as far as a page heeds it. */
export interface Query {
  /** Words that are searched for. */
  readonly words: string;
  /** The place in a list behind which a page begins: a number, or a key. */
  readonly behind: string;
  readonly narrowing: Narrowing;
}

/** A page that nobody has asked anything of. */
export const PLAIN_QUERY: Query = { words: '', behind: '', narrowing: {} };

const WORDS_LENGTH_MAX = 200;
const BEHIND = new RegExp(`^(?:\\d{1,6}|${HANDLE}|prd_[0-9A-HJKMNP-TV-Z]{26})$`);

/** Leaves out all that does not fit: an address that somebody has cut is no fault of his. */
export function queryIn(search: URLSearchParams): Query {
  const words = (search.get('q') ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  const behind = search.get('sonra') ?? '';
  return {
    words: words.slice(0, WORDS_LENGTH_MAX).toWellFormed(),
    behind: behind.length <= NAME_LENGTH_MAX && BEHIND.test(behind) ? behind : '',
    narrowing: narrowingIn(search),
  };
}
