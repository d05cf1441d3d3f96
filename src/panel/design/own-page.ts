import type { Bundle, BundlePage } from '../../design/bundle/bundle';
import { folded } from '../../kernel/folded';

const CHARS_MAX = 80;

/** The address that a title suggests, one that no page of the design has yet. */
export function freePath({ pages }: Bundle, title: string): string {
  const taken = new Set(Object.values(pages).map(({ path }) => path));
  const wished =
    folded(title)
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')
      .slice(0, CHARS_MAX - 4)
      .replace(/-$/, '') || 'sayfa';
  for (let nth = 1; ; nth += 1) {
    const path = nth === 1 ? wished : `${wished}-${nth}`;
    if (!taken.has(path) && path !== 'constructor') return path;
  }
}

/** Addresses of the other own pages of a design. */
export const otherPaths = ({ pages }: Bundle, key: string): string[] =>
  Object.entries(pages).flatMap(([each, { path }]) => (each === key || path === undefined ? [] : [path]));

/** A page as a form has it: texts may be empty, and choices none. */
export type EditedPage = { readonly [K in keyof BundlePage]: BundlePage[K] | undefined } & Pick<
  BundlePage,
  'kind' | 'root'
>;

/** The page without the texts and roles that were left empty. */
export function tidied({ title, legal, seo, path, ...page }: EditedPage): BundlePage {
  const kept = Object.fromEntries(Object.entries(seo ?? {}).filter(([, value]) => value !== '' && value !== false));
  return {
    ...page,
    ...(path === undefined ? {} : { path }),
    ...(title ? { title } : {}),
    ...(legal ? { legal } : {}),
    ...(Object.keys(kept).length > 0 ? { seo: kept } : {}),
  };
}
