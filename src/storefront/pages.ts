import { createHash } from 'node:crypto';
import type { Queryable } from '../kernel/database/queryable';
import { legalTraitsOf } from '../legal/page/kinds';
import { mainAsk, type PageRequest, pageAsks, STORE, sectionsOf } from './read/asks';
import { type Design, designedPage } from './read/design';
import type { Designs } from './read/designs';
import { Drawn } from './read/drawn';
import { Extensions } from './read/extensions';
import { categoryPath, Links, type Target } from './read/links';
import { findMoved } from './read/moved-store';
import { type Ask, type PageRow, readPage, type Shows } from './read/page-store';
import { type OwnPlace, type PagePlace, PLAIN_QUERY, type Query } from './read/place';
import { Asks, type Category, type Collection, type Product, Shown, type Store } from './read/shown';
import { leadingNode } from './render/body';
import { documentOf } from './render/document';
import { type Icons, iconsOf } from './render/icon';
import type { Main, OwnMain, Page, Sells } from './render/page';

/** A shop, or a preview of one, as somebody asks for a page of it. */
export interface Shop {
  readonly storeId: string;
  readonly shows: Shows;
  /** The beginning of each path of the shop. */
  readonly prefix: string;
  /** The address of a shop; undefined of a preview. */
  readonly origin: string | undefined;
  readonly sells: Sells;
  /** Pieces in the cart of whoever asks. */
  readonly pieces: number;
}

/** The answer to whoever asks for a place. */
export type Answer =
  | { readonly is: 'page'; readonly status: 200 | 404; readonly etag: string; html(): string }
  /** There is a store, and it shows no design yet. */
  | { readonly is: 'unpublished'; readonly name: string }
  | { readonly is: 'nothing' };

/** The place of what somebody asks for by an address that it had: its path within the shop. */
export interface MovedTo {
  readonly is: 'moved';
  readonly path: string;
}

/** A design that is published while a page is read is noticed: the page is read once more, by that one. */
const READS_MAX = 4;
/** Hashes that are remembered, of as many shops and drafts. */
const REMEMBERED_MAX = 10_000;

const NOT_FOUND = { kind: 'notFound', name: '' } as const;

interface Read {
  readonly design: Design;
  readonly asked: PageRequest;
  readonly rows: readonly PageRow[];
  readonly shown: Shown;
}

/** A store with the design that it shows. */
interface ShownDesign {
  readonly design: Design;
  readonly extensions: Extensions;
  readonly store: Store;
  readonly icons: Icons;
}

/** Draws pages. Each takes one statement, which reads the design that is live and all that the design of before asked for. */
export class Pages {
  /** The hash that was shown last, by what shows it. */
  private readonly last = new Map<string, string>();
  /** Pages that everybody sees; a visitor's own are never kept. */
  private readonly pages = new Drawn();

  constructor(
    private readonly reader: (storeId: string) => Queryable,
    private readonly designs: Designs,
    /** The name of this build: another one draws other pages of the same rows. */
    private readonly build: string,
  ) {}

  async at(shop: Shop, place: PagePlace | undefined, query: Query): Promise<Answer | MovedTo> {
    const request: PageRequest = { place: place ?? NOT_FOUND, query };
    const read = await this.read(shop, request);
    if ('is' in read) return read;
    if (isThere(read)) return this.drawn(shop, read, 200);
    const path = place && (await this.pathNow(shop, read.design, place));
    if (path !== undefined) return { is: 'moved', path };
    const missing = place ? await this.read(shop, { place: NOT_FOUND, query }) : read;
    return 'is' in missing ? missing : this.drawn(shop, missing, 404);
  }

  /** @returns where that is by now which was at a place before; undefined: nothing was, or it is shown no more */
  private async pathNow({ storeId }: Shop, { bundle }: Design, place: PagePlace): Promise<string | undefined> {
    const moved = await findMoved(this.reader(storeId), storeId, place);
    if (!moved) return undefined;
    const links = new Links('', bundle, new Map(), []);
    return place.kind === 'page' ? links.of({ to: 'page', id: moved.id }) : links.ofKey(moved.key ?? '');
  }

  /** A page that one visitor alone sees. @param products that it shows */
  async own(shop: Shop, main: OwnMain, products: readonly string[]): Promise<Answer> {
    const place: OwnPlace = { kind: main.kind, name: '' };
    const read = await this.read(shop, { place, query: PLAIN_QUERY, products });
    return 'is' in read ? read : this.drawn(shop, read, 200, main);
  }

  /** @returns the store with the design that is shown now; undefined: none is */
  async design(shop: Shop): Promise<(ShownDesign & { readonly shown: Shown }) | undefined> {
    const read = await this.read(shop, { place: NOT_FOUND, query: PLAIN_QUERY });
    if ('is' in read) return undefined;
    const { design, shown } = read;
    const store = shown.one<Store>(STORE)?.value as Store;
    return { design, extensions: extensionsOf(read), store, icons: iconsOf(pageOf(shop, read, undefined)), shown };
  }

  private async read(shop: Shop, asked: PageRequest): Promise<Read | Exclude<Answer, { readonly is: 'page' }>> {
    const { storeId, shows } = shop;
    const name = JSON.stringify([storeId, shows]);
    const remembered = this.last.get(name);
    let design = remembered === undefined ? undefined : this.designs.known(storeId, remembered);
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      const asks = new Asks(design ? pageAsks(design, asked) : [STORE]).list;
      const rows = await readPage(this.reader(storeId), storeId, shows, asks);
      const shown = new Shown(asks, rows);
      const hash = rows.find(({ nth }) => nth === -1)?.key;
      if (hash === undefined) {
        const store = shown.one<Store>(STORE)?.value;
        return store ? { is: 'unpublished', name: store.name } : { is: 'nothing' };
      }
      if (design?.hash === hash) return { design, asked, rows, shown };
      design = await this.designs.load(storeId, hash);
      this.remember(name, hash);
    }
    throw new Error('the design changes faster than a page is read');
  }

  private remember(name: string, hash: string): void {
    if (this.last.size >= REMEMBERED_MAX) this.last.clear();
    this.last.set(name, hash);
  }

  private drawn(shop: Shop, read: Read, status: 200 | 404, own?: OwnMain): Answer {
    const { design, asked, rows } = read;
    const digest = createHash('sha256');
    for (const part of [this.build, design.cssName, shop.prefix, shop.origin, shop.sells, shop.pieces, asked, rows])
      digest.update(JSON.stringify(part ?? null));
    const tag = digest.digest('base64url');
    const draw = (): string => documentOf(pageOf(shop, read, own), shop.origin);
    return {
      is: 'page',
      status,
      etag: `"${tag}"`,
      html: own || shop.pieces > 0 ? draw : () => this.pages.of(tag, draw),
    };
  }
}

/** Whether the design has such a page, and the shop what it is about. */
function isThere(read: Read): boolean {
  const {
    design,
    asked: { place },
    shown,
  } = read;
  if (place.kind === 'notFound') return false;
  if (place.kind === 'extPage') return extensionsOf(read).pageAt(place.name) !== undefined;
  const ask = mainAsk(place);
  const isDesigned = designedPage(design, place.kind, place.name) !== undefined;
  // A page of the design stands before a text that the owner has confirmed for the same address.
  if (place.kind === 'page') return isDesigned || (ask !== undefined && shown.one(ask) !== undefined);
  return isDesigned && (!ask || shown.one(ask) !== undefined);
}

const extensionsOf = ({ design, shown }: Read): Extensions => new Extensions(design.bundle, shown);

function pageOf({ prefix, sells, pieces }: Shop, read: Read, own: OwnMain | undefined): Page {
  const { design, asked, shown } = read;
  const extensions = extensionsOf(read);
  const store = shown.one<Store>(STORE)?.value as Store;
  const main = own ?? mainOf(design, asked, shown);
  const links = new Links(prefix, design.bundle, targetsOf(design, asked, shown), extensions.slugs);
  const { place } = asked;
  const sections = sectionsOf(design, asked);
  return {
    ...asked,
    design,
    shown,
    links,
    store,
    main,
    extensions,
    sells,
    pieces,
    path: pathOf(place, main),
    sections,
    leading: leadingNode({ design, place, sections }),
  };
}

function mainOf(design: Design, { place }: PageRequest, shown: Shown): Main | undefined {
  const ask = mainAsk(place);
  if (!ask) return undefined;
  if (place.kind === 'page') return designedPage(design, 'page', place.name) ? undefined : legalMain(ask, shown);
  const value = shown.one(ask)?.value;
  if (value === undefined) return undefined;
  if (place.kind === 'product') return { kind: 'product', value: value as Product };
  if (place.kind === 'collection') return { kind: 'collection', value: value as Collection };
  return { kind: 'category', value: value as Category };
}

/** The text that the owner has confirmed, under the title of its kind. */
function legalMain(ask: Ask, shown: Shown): Main | undefined {
  const found = shown.one<{ readonly text: string }>(ask);
  if (!found) return undefined;
  const title = legalTraitsOf(found.key)?.title;
  return title === undefined ? undefined : { kind: 'legal', value: { title, text: found.value.text } };
}

function targetsOf(design: Design, asked: PageRequest, shown: Shown): ReadonlyMap<string, Target> {
  return new Map(
    pageAsks(design, asked).flatMap((ask) => {
      const found = ask.kind === 'target' ? shown.one<Pick<Target, 'name'>>(ask) : undefined;
      return found && ask.kind === 'target' ? [[ask.name, { key: found.key, name: found.value.name }] as const] : [];
    }),
  );
}

/** Makes the one address of a page within its shop. */
function pathOf({ kind, name }: PageRequest['place'], main: Main | undefined): string {
  switch (kind) {
    case 'product':
      return `/urun/${name}`;
    case 'collection':
      return `/koleksiyon/${name}`;
    case 'category':
      return categoryPath(name, main?.kind === 'category' ? main.value.name : '');
    case 'search':
      return '/ara';
    case 'page':
      return `/sayfa/${name}`;
    case 'extPage':
      return `/ek/${name}`;
    default:
      return '/';
  }
}
