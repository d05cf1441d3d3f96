import type { Queryable } from '../kernel/database/queryable';
import type { Design } from './read/design';
import type { Extensions } from './read/extensions';
import { Links } from './read/links';
import { type Located, listLocated, partEnds } from './read/sitemap-store';

/** The number of addresses in one file. */
const PART_ROWS = 5_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const KEY_LENGTH_MAX = 200;

const MARKS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => MARKS[mark] as string);

const listOf = (name: string, item: string, locations: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">\n${locations
    .map((location) => `<${item}><loc>${escaped(location)}</loc></${item}>`)
    .join('\n')}\n</${name}>\n`;

interface SitemapRequest {
  readonly db: Queryable;
  readonly storeId: string;
  readonly design: Design;
  readonly extensions: Extensions;
  readonly origin: string;
}

/** The list of all pages; of a large shop the list of such lists. */
export async function sitemap(asked: SitemapRequest): Promise<string> {
  const { db, storeId, origin } = asked;
  const ends = await partEnds(db, storeId, PART_ROWS);
  if (ends.length === 0) return sitemapPart(asked, '');
  const parts = ['', ...ends].map((end) => `${origin}/sitemap-parca.xml?sonra=${encodeURIComponent(end)}`);
  return listOf('sitemapindex', 'sitemap', parts);
}

/** @param after the key behind which the part begins */
export async function sitemapPart(
  { db, storeId, design, extensions, origin }: SitemapRequest,
  after: string,
): Promise<string> {
  const links = new Links('', design.bundle, new Map(), []);
  const own = after === '' ? [...ownPages(design), ...extensions.slugs.map((slug) => `/ek/${slug}`)] : [];
  const rows = await listLocated(db, storeId, after.slice(0, KEY_LENGTH_MAX), PART_ROWS);
  const located = ({ key, name }: Located): readonly string[] => [links.ofKey(key, name ?? '') ?? []].flat();
  return listOf(
    'urlset',
    'url',
    [...own, ...rows.flatMap(located)].map((path) => origin + path),
  );
}

const ownPages = ({ bundle }: Design): readonly string[] => [
  '/',
  ...Object.values(bundle.pages).flatMap(({ kind, path, seo }) =>
    kind === 'page' && path !== undefined && seo?.noindex !== true ? [`/sayfa/${path}`] : [],
  ),
];

export const robotsText = (origin: string): string =>
  `User-agent: *\nDisallow: /ara\nDisallow: /sepet\nDisallow: /odeme\nSitemap: ${origin}/sitemap.xml\n`;
