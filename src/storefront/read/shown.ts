import { groupedBy } from '../../kernel/grouped';
import { limits } from '../../kit/limits';
import type { Ask, PageRow } from './page-store';

/*
 * The projection as pages read it. Its schemas are those of `store/storefront/shown.ts`, which columns declare; a test holds a whole
 * product against these types.
 */

export interface Picture {
  readonly mediaId: string;
  readonly alt?: string | null;
  /** Small to large; none before it is drawn. */
  readonly variants: readonly {
    readonly format: 'webp' | 'avif';
    readonly width: number;
    readonly height: number;
    readonly url: string;
  }[];
}

/** Values of custom fields by their keys. */
export type Metafields = Readonly<Record<string, unknown>>;

export interface Variant {
  readonly id: string;
  readonly title: string;
  readonly sku: string | null;
  /** undefined: it was projected before barcodes were. */
  readonly barcode?: string | null;
  /** null: that of the product. */
  readonly price: number | null;
  /** The counted stock; null: untracked. */
  readonly stock: number | null;
  readonly metafields: Metafields;
}

/** A product of a list: with one picture, and without its description. */
export interface ListedProduct {
  readonly id: string;
  readonly title: string;
  readonly handle: string;
  readonly brand: string | null;
  /** undefined: it was projected before barcodes were. */
  readonly barcode?: string | null;
  readonly categoryId: string | null;
  readonly price: number;
  readonly compareAt: number | null;
  readonly stock: number | null;
  readonly variants: readonly Variant[];
  readonly metafields: Metafields;
  readonly picture: Picture | null;
}

export interface Product extends Omit<ListedProduct, 'picture'> {
  readonly description: string | null;
  readonly media: readonly Picture[];
}

export interface Collection {
  readonly id: string;
  readonly title: string;
  readonly handle: string;
  readonly products: readonly string[];
}

export interface Category {
  readonly id: string;
  readonly name: string;
}

/** The merchant who sells in the shop. */
export interface Seller {
  readonly title: string;
  readonly taxOffice: string;
  readonly mersis: string | null;
  readonly address: string;
  readonly district: string;
  readonly province: string;
  readonly email: string;
  readonly phone: string;
  readonly kep: string | null;
}

export interface Store {
  readonly id: string;
  readonly name: string;
  readonly metafields: Metafields;
  readonly identity: Seller | null;
}

/** Something of the shop with its key in the projection. */
export interface Thing<T> {
  readonly key: string;
  readonly value: T;
  /** Its place in a list. */
  readonly place: number;
}

const nameOf = (ask: Ask): string => JSON.stringify(ask);

/** Things that one statement asks for. Sections take half of it at most; the rest is of menus and extensions. */
const ASKS_MAX = 2 * limits.thingsPerPage;

/** Collects all that a page asks for, each thing once. A request beyond the limits is not made, and its part is not drawn. */
export class Asks {
  private readonly all = new Map<string, Ask>();

  constructor(asks: readonly Ask[]) {
    for (const ask of asks) {
      if (this.all.size >= ASKS_MAX) break;
      this.all.set(nameOf(ask), ask);
    }
  }

  get list(): readonly Ask[] {
    return [...this.all.values()];
  }
}

/** Everything that was found of it. */
export class Shown {
  private readonly found = new Map<string, readonly PageRow[]>();
  private readonly read = new Map<string, unknown>();

  constructor(asks: readonly Ask[], rows: readonly PageRow[]) {
    const byPlace = groupedBy(rows, ({ nth }) => String(nth));
    for (const [nth, ask] of asks.entries()) this.found.set(nameOf(ask), byPlace.get(String(nth)) ?? []);
  }

  /** Things in the order of the list that was asked for. */
  all<T>(ask: Ask): readonly Thing<T>[] {
    const name = nameOf(ask);
    const known = this.read.get(name) as readonly Thing<T>[] | undefined;
    if (known) return known;
    const things = (this.found.get(name) ?? []).flatMap(({ key, json, place }) =>
      json === null ? [] : [{ key, value: JSON.parse(json) as T, place }],
    );
    this.read.set(name, things);
    return things;
  }

  one<T>(ask: Ask): Thing<T> | undefined {
    return this.all<T>(ask)[0];
  }
}
