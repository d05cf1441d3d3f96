import { shared } from '../../kit/kurus';
import type { Waits } from '../../kit/waits';
import { type AddressKind, addressOf, buyerOf } from './buyers';
import type { Knobs } from './knobs';
import { agreedOf, carriers, type Kept, type Line, type Order, type Piece, trackingOf } from './package';
import type { Shelf } from './shelf';

const FIRST_PACKAGE = 3_300_000_001;
const FIRST_ORDER = 10_400_000_001;
const FIRST_LINE = 5_200_000_001;
const FIRST_PIECE = 7_100_000_001;
const FIRST_CARRIER = 'TEXMP';
/** Stands for the number of a person where the law asks for none. */
const NO_IDENTITY = '11111111111';

export interface Wanted {
  readonly lines: readonly { readonly barcode: string; readonly quantity: number; readonly priceKurus?: number }[];
  readonly status: 'Awaiting' | 'Created';
  readonly address: AddressKind;
  readonly commercial: boolean;
  readonly identityNumber?: string;
  /** The seller's discount over the whole order, in kuruş. */
  readonly discountKurus: number;
  readonly carrier?: string;
  /** Milliseconds ago. */
  readonly ago: number;
  /** True if webhooks are told nothing of the order. */
  readonly silent: boolean;
}

/** Pieces of lines that an act names. */
export type Named = ReadonlyMap<number, number>;

interface Surroundings {
  readonly seed: number;
  readonly sellerId: string;
  readonly now: () => number;
  readonly shelf: Shelf;
  readonly knobs: Knobs;
  readonly waits: Waits;
  /** Is told of each package whose status is another one than before. */
  told(kept: Kept): void;
}

/** The orders of the marketplace and their packages. */
export class Book {
  /** Pieces that were sold beyond the stock there, by barcode. */
  readonly oversold = new Map<string, number>();
  placed = 0;
  private readonly packages = new Map<number, Kept>();
  private packageCount = 0;
  private lineCount = 0;
  private pieceCount = 0;

  constructor(private readonly around: Surroundings) {}

  get(id: number): Kept | undefined {
    return this.packages.get(id);
  }

  all(): readonly Kept[] {
    return [...this.packages.values()];
  }

  byTracking(tracking: string): Kept | undefined {
    return this.all().findLast((kept) => kept.tracking === tracking);
  }

  place(wanted: Wanted): Kept {
    const { seed, sellerId, now, shelf } = this.around;
    const at = this.placed++;
    const placedMs = now() - wanted.ago;
    const order: Order = {
      number: String(FIRST_ORDER + at),
      placedMs,
      buyer: buyerOf(seed, at, wanted.address, wanted.commercial),
      commercial: wanted.commercial,
      identityNumber: wanted.identityNumber ?? NO_IDENTITY,
      countryCode: wanted.address === 'foreign' ? 'RO' : 'TR',
      seller: Number(sellerId),
      silent: wanted.silent,
    };
    for (const { barcode, quantity } of wanted.lines) {
      const short = shelf.take(barcode, quantity);
      if (short > 0) this.oversold.set(barcode, (this.oversold.get(barcode) ?? 0) + short);
    }
    const kept = this.add(order, {
      origins: [],
      createdBy: 'order-creation',
      status: wanted.status,
      atMs: placedMs,
      lines: this.linesOf(wanted),
      carrier: wanted.carrier ?? FIRST_CARRIER,
    });
    return kept;
  }

  /** Puts a package into another status. */
  move(kept: Kept, status: string): void {
    const atMs = this.around.now();
    kept.status = status;
    kept.histories.push({ createdDate: atMs, status });
    if (kept.tracking === '' && status !== 'Awaiting') this.track(kept, carriers[kept.carrier]?.[1] ?? '733');
    this.touch(kept);
    this.around.told(kept);
  }

  touch(kept: Kept): void {
    // News of one package never bear the time of the news before, or their order would be nobody's to tell.
    kept.modifiedMs = Math.max(this.around.now(), kept.modifiedMs + 1);
  }

  track(kept: Kept, prefix: string): void {
    kept.tracking = trackingOf(prefix, kept.id);
    kept.trackingLink = `https://kargotakip.trendyol.example/?orderNumber=${kept.order.number}&no=${kept.tracking}`;
  }

  /** Gives an order the address that it lacked. */
  complete(kept: Kept, kind: AddressKind): void {
    const { buyer, number } = kept.order;
    const address = addressOf(this.around.seed, Number(number) - FIRST_ORDER, kind);
    buyer.shipment = address;
    buyer.invoice = address && { ...address, taxOffice: '', taxNumber: '', eInvoiceAvailable: false };
    for (const each of this.packages.values()) if (each.order === kept.order) this.touch(each);
  }

  /**
   * Cancels pieces: all of a package, or some, whose others go on in a package of their own.
   * @param status `Cancelled`, or `UnSupplied` where the seller has none
   */
  cancel(kept: Kept, named: Named, status: string, cancel: NonNullable<Kept['cancel']>): void {
    if (isWhole(kept, named)) {
      kept.cancel = cancel;
      this.move(kept, status);
      return;
    }
    const [gone, left] = this.apart(kept.lines, [named]) as [Line[], Line[]];
    const before = kept.status;
    if (this.around.knobs.partialCancel === 'shrinks') {
      kept.lines = gone;
      kept.cancel = cancel;
      this.move(kept, status);
    } else {
      this.move(kept, 'UnPacked');
      this.child(kept, gone, 'cancel', status).cancel = cancel;
    }
    this.child(kept, left, 'cancel', before);
  }

  /** Takes a package apart after a while. @param groups what no group names stays in one of its own */
  split(kept: Kept, groups: readonly Named[]): void {
    const { knobs, waits } = this.around;
    kept.isSplitting = true;
    waits.after(knobs.splitAfterMs, () => {
      kept.isSplitting = false;
      // Somebody may have cancelled it meanwhile.
      if (kept.status !== 'Created' && kept.status !== 'Picking') return;
      const parts = this.apart(kept.lines, groups).filter((lines) => lines.length > 0);
      this.move(kept, 'UnPacked');
      for (const lines of parts) this.child(kept, lines, 'split', 'Created');
    });
  }

  private child(parent: Kept, lines: Line[], createdBy: Kept['createdBy'], status: string): Kept {
    const { carrier, order, id } = parent;
    return this.add(order, { origins: [id], createdBy, status, atMs: this.around.now(), lines, carrier });
  }

  /**
   * The lines of each group, and behind them what is left. A line that is divided goes on under new numbers; one that moves whole keeps
   * its own.
   */
  private apart(lines: readonly Line[], groups: readonly Named[]): Line[][] {
    const parts: Line[][] = [...groups, null].map(() => []);
    for (const line of lines) {
      let from = 0;
      for (const [at, part] of parts.entries()) {
        const count = groups[at]?.get(line.id) ?? (at === groups.length ? line.pieces.length - from : 0);
        const pieces = line.pieces.slice(from, from + count);
        from += count;
        if (pieces.length === 0) continue;
        part.push({ ...line, id: pieces.length === line.pieces.length ? line.id : this.lineId(), pieces });
      }
    }
    return parts;
  }

  private lineId(): number {
    return FIRST_LINE + this.lineCount++;
  }

  private add(
    order: Order,
    { atMs, ...born }: Pick<Kept, 'origins' | 'createdBy' | 'status' | 'lines' | 'carrier'> & { readonly atMs: number },
  ): Kept {
    const kept: Kept = {
      id: FIRST_PACKAGE + this.packageCount++,
      order,
      ...born,
      histories: [{ createdDate: atMs, status: born.status }],
      modifiedMs: atMs,
      tracking: '',
      trackingLink: '',
      agreedMs: agreedOf(order.placedMs),
      warehouseId: null,
      boxes: 1,
      deci: 1,
      invoiceLink: '',
      invoiceNumber: '',
      hasInvoiceFile: false,
      cancel: null,
      isSplitting: false,
      carrierMs: null,
      isExtended: false,
    };
    if (born.status !== 'Awaiting') this.track(kept, carriers[born.carrier]?.[1] ?? '733');
    this.packages.set(kept.id, kept);
    this.around.told(kept);
    return kept;
  }

  private linesOf({ lines, discountKurus }: Wanted): Line[] {
    const made = lines.map(({ barcode, quantity, priceKurus }): Line => {
      const good = this.around.shelf.find(barcode);
      const gross = priceKurus ?? good?.priceKurus ?? 9_990;
      return {
        id: this.lineId(),
        barcode,
        contentId: good?.contentId ?? 0,
        stockCode: good?.stockCode ?? '',
        title: good?.title ?? `Ürün ${barcode}`,
        size: good?.size ?? '',
        categoryId: good?.categoryId ?? 0,
        vatRate: good?.vatRate ?? 20,
        commission: good?.commission ?? 15,
        gross,
        pieces: Array.from(
          { length: quantity },
          (): Piece => ({ id: FIRST_PIECE + this.pieceCount++, price: gross, sellerDiscount: 0 }),
        ),
      };
    });
    const pieces = made.flatMap((line) => line.pieces);
    const prices = pieces.map(({ price }) => price);
    if (discountKurus > 0)
      for (const [at, share] of shared(discountKurus, prices).entries()) {
        const piece = pieces[at] as Piece;
        piece.sellerDiscount = share;
        piece.price -= share;
      }
    return made;
  }
}

export const isWhole = (kept: Kept, named: Named): boolean =>
  kept.lines.every((line) => (named.get(line.id) ?? 0) >= line.pieces.length);
