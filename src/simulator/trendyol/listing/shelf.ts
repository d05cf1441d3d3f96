/** The author of a change: the seller by a request, a buyer, or a test. */
export type By = 'seller' | 'order' | 'test';

/** A change of what is shown of an item. Money is in kuruş. */
interface Moved {
  readonly atMs: number;
  readonly by: By;
  readonly quantity?: number;
  readonly salePrice?: number;
  readonly listPrice?: number;
}

/** The changes of an approved item since it was generated or approved. */
interface Entry {
  /** With the count of the catalog's changes at that time: a later change of a test goes before it. */
  quantity?: { readonly value: number; readonly after: number };
  price?: { readonly sale: number; readonly list: number; readonly after: number };
  archived?: { readonly value: boolean; readonly atMs: number };
  isUnlocked?: boolean;
  isRemoved?: boolean;
  readonly history: Moved[];
}

const HISTORY_MAX = 500;

/** Changes of single items by sellers, buyers and tests, by barcode: the one truth about their stock. */
export class Shelf {
  private entries = new Map<string, Entry>();
  /** Pieces that were sold although they were not there. */
  oversold = 0;

  of(barcode: string): Omit<Entry, 'history'> | undefined {
    return this.entries.get(barcode);
  }

  get isEmpty(): boolean {
    return this.entries.size === 0;
  }

  quantity(barcode: string, value: number, { after, ...change }: { atMs: number; by: By; after: number }): void {
    this.entry(barcode).quantity = { value, after };
    this.tell(barcode, { ...change, quantity: value });
  }

  price(
    barcode: string,
    sale: number,
    list: number,
    { after, ...change }: { atMs: number; by: By; after: number },
  ): void {
    this.entry(barcode).price = { sale, list, after };
    this.tell(barcode, { ...change, salePrice: sale, listPrice: list });
  }

  archive(barcode: string, value: boolean, atMs: number): void {
    this.entry(barcode).archived = { value, atMs };
  }

  unlock(barcode: string): void {
    this.entry(barcode).isUnlocked = true;
  }

  remove(barcode: string): void {
    this.entry(barcode).isRemoved = true;
  }

  /** Forgets the offer of an item that is listed anew. */
  forget(barcode: string): void {
    const entry = this.entries.get(barcode);
    if (!entry) return;
    delete entry.quantity;
    delete entry.price;
    delete entry.archived;
    delete entry.isUnlocked;
  }

  /** Oldest first. */
  history(barcode: string): readonly Moved[] {
    return this.entries.get(barcode)?.history ?? [];
  }

  barcodes(): string[] {
    return [...this.entries.keys()];
  }

  clear(): void {
    this.entries = new Map();
    this.oversold = 0;
  }

  private entry(barcode: string): Entry {
    const known = this.entries.get(barcode) ?? { history: [] };
    this.entries.set(barcode, known);
    return known;
  }

  private tell(barcode: string, moved: Moved): void {
    const { history } = this.entry(barcode);
    history.push(moved);
    if (history.length > HISTORY_MAX) history.shift();
  }
}
