import { pick, roll } from '../kit/prng';

export const PRODUCTS_MAX = 100_000;

const things = [
  'Bakır Cezve',
  'Kilim',
  'Seramik Kupa',
  'Zeytinyağı Sabunu',
  'Deri Cüzdan',
  'Çelik Termos',
  'Ahşap Tepsi',
];
const manners = ['El Yapımı', 'Klasik', 'Büyük Boy', 'İkili', 'Hediyelik', 'Nakışlı'];
const brands = ['Tezgâh Atölye', 'Ayışığı', 'Şık Ev', 'Öz Usta'];
const categories = ['Mutfak', 'Ev Tekstili', 'Kişisel Bakım', 'Aksesuar'];

enum Stream {
  Thing = 500,
  Manner,
  Brand,
  Price,
  Stock,
}

/** An item of the seller: a row of the catalog, and its listing. Money is in kuruş. */
export interface Good {
  readonly hbSku: string;
  readonly merchantSku: string;
  readonly barcode: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly tax: number;
  price: number;
  stock: number;
  isLocked: boolean;
  /** Hepsiburada sends it from a warehouse of its own. */
  isFulfilledByHB: boolean;
}

/** The code that Hepsiburada gave the item of a place, from 0 on. */
export const hbSkuOf = (at: number): string => `HBV${String(at + 1).padStart(9, '0')}`;

const goodOf = (seed: number, at: number): Good => ({
  hbSku: hbSkuOf(at),
  // The code of many a seller is no barcode, and begins with noughts.
  merchantSku: `0${String(700 + at)}-HB`,
  barcode: `86900${String(10_000_000 + at)}`,
  name: `${pick(manners, roll(seed, at, Stream.Manner))} ${pick(things, roll(seed, at, Stream.Thing))} ${at + 1}`,
  brand: pick(brands, roll(seed, at, Stream.Brand)),
  category: pick(categories, roll(seed, at, Stream.Thing)),
  tax: 20,
  price: 4_990 + (roll(seed, at, Stream.Price) % 400) * 250,
  stock: roll(seed, at, Stream.Stock) % 60,
  isLocked: false,
  isFulfilledByHB: false,
});

/** The items of a seller at Hepsiburada. */
export class Goods {
  readonly all: Good[];
  /** Pieces that were sold although they were not there, by barcode. */
  readonly oversold = new Map<string, number>();
  private readonly bySku = new Map<string, Good>();
  private readonly byOwn = new Map<string, Good>();
  private readonly byBarcode = new Map<string, Good>();

  constructor(seed: number, products: number) {
    this.all = Array.from({ length: products }, (_, at) => goodOf(seed, at));
    for (const good of this.all) this.index(good);
  }

  /** Lists another item. */
  add(wanted: Partial<Good> & Pick<Good, 'barcode'>): Good {
    const good = { ...goodOf(0, this.all.length), ...wanted };
    this.all.push(good);
    this.index(good);
    return good;
  }

  find(named: { readonly hepsiburadaSku?: unknown; readonly merchantSku?: unknown }): Good | undefined {
    if (typeof named.hepsiburadaSku === 'string') return this.bySku.get(named.hepsiburadaSku);
    return typeof named.merchantSku === 'string' ? this.byOwn.get(named.merchantSku) : undefined;
  }

  withBarcode(barcode: string): Good | undefined {
    return this.byBarcode.get(barcode);
  }

  /** Takes sold pieces off the stock. */
  take(barcode: string, pieces: number): void {
    const good = this.byBarcode.get(barcode);
    if (!good) return;
    const short = Math.max(0, pieces - good.stock);
    good.stock = Math.max(0, good.stock - pieces);
    if (short > 0) this.oversold.set(barcode, (this.oversold.get(barcode) ?? 0) + short);
  }

  get oversoldPieces(): number {
    return [...this.oversold.values()].reduce((sum, pieces) => sum + pieces, 0);
  }

  private index(good: Good): void {
    this.bySku.set(good.hbSku, good);
    this.byOwn.set(good.merchantSku, good);
    this.byBarcode.set(good.barcode, good);
  }
}
