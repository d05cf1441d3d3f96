import type { Attribute } from '../wire';

/** A product as a seller described it, once its form was found good. Money is in kuruş. */
export interface Described {
  readonly barcode: string;
  readonly title: string;
  readonly description: string;
  readonly productMainId: string;
  readonly brand: { readonly id: number; readonly name: string };
  readonly category: { readonly id: number; readonly name: string };
  readonly quantity: number;
  readonly stockCode: string;
  readonly origin: string;
  readonly vatRate: number;
  readonly salePrice: number;
  readonly listPrice: number;
  readonly images: readonly string[];
  readonly attributes: readonly Attribute[];
  /** Values of the attributes each of which makes a page of its own. */
  readonly slice: string;
  readonly createdMs: number;
}

/** A page of the shop that a seller has listed; its items differ in what makes variants. */
export interface ListedContent {
  readonly variants: Described[];
  readonly createdMs: number;
  modifiedMs: number;
}

/** Above the ids of variants of the generated catalog. */
const FIRST_ID = 90_000_001;

/** Products that sellers listed here, by the order of their approval. */
export class Listed {
  private contents: ListedContent[] = [];
  private places = new Map<string, number>();
  private ids = new Map<string, number>();

  get count(): number {
    return this.contents.length;
  }

  at(position: number): ListedContent | undefined {
    return this.contents[position];
  }

  /** The position of the content that has this item. */
  positionOf(barcode: string): number | undefined {
    return this.places.get(barcode);
  }

  /** The id of a variant that is among them. */
  idOf(barcode: string): number | undefined {
    return this.places.has(barcode) ? this.ids.get(barcode) : undefined;
  }

  find(fits: (item: Described) => boolean): number | undefined {
    const at = this.contents.findIndex(({ variants }) => variants.some(fits));
    return at < 0 ? undefined : at;
  }

  /** Items of one model and slice are variants of one content. */
  add(item: Described, atMs: number): void {
    this.ids.set(item.barcode, this.ids.get(item.barcode) ?? FIRST_ID + this.ids.size);
    const same = this.find(({ productMainId, slice }) => productMainId === item.productMainId && slice === item.slice);
    const content = same === undefined ? undefined : this.contents[same];
    if (content && same !== undefined) {
      content.variants.push(item);
      content.modifiedMs = atMs;
      this.places.set(item.barcode, same);
      return;
    }
    this.places.set(item.barcode, this.contents.length);
    this.contents.push({ variants: [item], createdMs: atMs, modifiedMs: atMs });
  }

  /** @returns false of an item that is not among them */
  remove(barcode: string, atMs: number): boolean {
    const content = this.contents[this.places.get(barcode) ?? -1];
    if (!content) return false;
    content.variants.splice(
      content.variants.findIndex((variant) => variant.barcode === barcode),
      1,
    );
    content.modifiedMs = atMs;
    this.places.delete(barcode);
    return true;
  }

  clear(): void {
    this.contents = [];
    this.places = new Map();
    this.ids = new Map();
  }
}
