import type { Queryable } from '../../kernel/database/queryable';
import type { Design } from '../read/design';
import type { Extensions } from '../read/extensions';
import { type Located, listLocated, partEnds } from '../read/feed-store';
import { confirmedPages } from '../read/legal';
import { Links } from '../read/links';
import type { Shown } from '../read/shown';
import { escaped, HEAD } from './xml';

/** The number of addresses in one file. */
const PART_ROWS = 5_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1';
const KEY_LENGTH_MAX = 200;

interface Location {
  readonly address: string;
  /** The day of its last change, as YYYY-MM-DD. */
  readonly changed?: string;
  readonly images?: readonly string[];
}

const listOf = (name: string, item: string, locations: readonly Location[]): string => {
  const images = name === 'urlset' ? ` xmlns:image="${IMAGES}"` : '';
  return `${HEAD}<${name} xmlns="${NAMESPACE}"${images}>\n${locations
    .map((location) => `<${item}>${partsOf(location)}</${item}>`)
    .join('\n')}\n</${name}>\n`;
};

const partsOf = ({ address, changed, images = [] }: Location): string =>
  [
    `<loc>${escaped(address)}</loc>`,
    changed === undefined ? '' : `<lastmod>${changed}</lastmod>`,
    ...images.map((image) => `<image:image><image:loc>${escaped(image)}</image:loc></image:image>`),
  ].join('');

interface SitemapRequest {
  readonly db: Queryable;
  readonly storeId: string;
  readonly design: Design;
  readonly extensions: Extensions;
  readonly shown: Shown;
  readonly origin: string;
}

/** The list of all pages; of a large shop the list of such lists. */
export async function sitemap(asked: SitemapRequest): Promise<string> {
  const { db, storeId, origin } = asked;
  const ends = await partEnds(db, storeId, PART_ROWS);
  if (ends.length === 0) return sitemapPart(asked, '');
  const parts = ['', ...ends].map((end) => ({
    address: `${origin}/sitemap-parca.xml?sonra=${encodeURIComponent(end)}`,
  }));
  return listOf('sitemapindex', 'sitemap', parts);
}

/** @param after the key behind which the part begins */
export async function sitemapPart(
  { db, storeId, design, extensions, shown, origin }: SitemapRequest,
  after: string,
): Promise<string> {
  const links = new Links('', design.bundle, new Map(), []);
  const confirmed = confirmedPages({ design, shown }).map(({ path }) => `/sayfa/${path}`);
  const own = after === '' ? [...ownPages(design), ...confirmed, ...extensions.slugs.map((slug) => `/ek/${slug}`)] : [];
  const rows = await listLocated(db, storeId, after.slice(0, KEY_LENGTH_MAX), PART_ROWS);
  const located = ({ key, name, changed, images }: Located): readonly Location[] => {
    const path = links.ofKey(key, name ?? '');
    return path === undefined
      ? []
      : [{ address: origin + path, changed, images: images.map((image) => origin + image) }];
  };
  return listOf('urlset', 'url', [...own.map((path) => ({ address: origin + path })), ...rows.flatMap(located)]);
}

const ownPages = ({ bundle }: Design): readonly string[] => [
  '/',
  ...Object.values(bundle.pages).flatMap(({ kind, path, seo }) =>
    kind === 'page' && path !== undefined && seo?.noindex !== true ? [`/sayfa/${path}`] : [],
  ),
];

export const robotsText = (origin: string): string =>
  `User-agent: *\nDisallow: /ara\nDisallow: /sepet\nDisallow: /odeme\nSitemap: ${origin}/sitemap.xml\n`;
