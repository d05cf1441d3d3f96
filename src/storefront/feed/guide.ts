import type { Queryable } from '../../kernel/database/queryable';
import type { Design } from '../read/design';
import { listShelves } from '../read/feed-store';
import { confirmedPages } from '../read/legal';
import { Links } from '../read/links';
import type { Shown, Store } from '../read/shown';
import { plain } from '../text/text';

/** Shelves of a shop that are named: a guide is short. */
const SHELVES_MAX = 200;

/** A name as Markdown prints it in a link: in one line, and without what ends the link. */
const printedName = (text: string): string =>
  plain(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]\\<>`*_#|]/g, (mark) => `\\${mark}`);

interface GuideRequest {
  readonly db: Queryable;
  readonly storeId: string;
  readonly design: Design;
  readonly store: Store;
  readonly shown: Shown;
  readonly origin: string;
}

/** Writes the guide of a shop for programs that read texts (`llms.txt`): what it sells, and where its lists are. */
export async function guideText({ db, storeId, design, store, shown, origin }: GuideRequest): Promise<string> {
  const links = new Links('', design.bundle, new Map(), []);
  const shelves = await listShelves(db, storeId, SHELVES_MAX);
  const shelvesOf = (kind: string): readonly string[] =>
    shelves
      .filter(({ key }) => key.startsWith(`${kind}:`))
      .map(({ key, name }) => `- [${printedName(name)}](${origin}${links.ofKey(key, name)})`);
  const pages = Object.values(design.bundle.pages).flatMap(({ kind, path, title = '', seo }) =>
    kind === 'page' && path !== undefined && seo?.noindex !== true
      ? [`- [${printedName(title)}](${origin}/sayfa/${path})`]
      : [],
  );
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
  return [
    `# ${printedName(store.name)}`,
    '',
    `> ${printedName(store.identity?.title ?? store.name)} tarafından işletilen çevrimiçi mağaza. Fiyatlar Türk lirasıdır, KDV dahildir.`,
    ...part('Ürünler', [
      `- [Bütün ürünler](${origin}/ara)`,
      `- [Ürün araması](${origin}/ara?q=): aranan kelime adresin sonuna yazılır`,
      `- [Ürün akışı](${origin}/urunler.xml): fiyat, stok ve görselleriyle bütün ürünler (XML)`,
      `- [Site haritası](${origin}/sitemap.xml)`,
    ]),
    ...part('Kategoriler', shelvesOf('category')),
    ...part('Koleksiyonlar', shelvesOf('collection')),
    ...part('Sayfalar', [
      ...pages,
      ...confirmedPages({ design, shown }).map(({ path, title }) => `- [${title}](${origin}/sayfa/${path})`),
    ]),
    '',
  ].join('\n');
}
