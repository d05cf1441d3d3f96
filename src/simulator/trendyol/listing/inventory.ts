import { createHash } from 'node:crypto';
import type { Call } from '../../kit/endpoint';
import { kurusOf } from '../../kit/kurus';
import { SlidingWindow } from '../../kit/rate-limit';
import type { Catalog } from '../catalog';
import { ProviderError } from '../errors';
import type { Batches } from './batches';
import { isQuantity, itemsOf, type Json } from './body';
import { joined } from './describe';
import type { Dials } from './knobs';

const REPEATED = '15 dakika boyunca aynı isteği tekrarlı olarak atamazsınız!';
const PRICES_MAX = 30;
const PRICES_WITHIN_MS = 60_000;

interface Body {
  readonly digest: string;
  accepted: number;
  refused: number;
  lastAcceptedMs: number;
}

/** Stock and prices that a seller sends. */
export class Inventory {
  private bodies = new Map<string, Body>();
  private items = new Map<string, { digest: string; atMs: number }>();
  private priceChanges = new Map<string, SlidingWindow>();
  /** Items that were taken for a batch. */
  sent = 0;
  /** Requests, or items, that were refused as repeated. */
  repeated = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly batches: Batches,
    private readonly dials: Dials,
    private readonly now: () => number,
  ) {}

  /** @throws {ProviderError} 400; of a repeated request what the knob says */
  ask(call: Pick<Call, 'body'>): { batchRequestId: string } {
    const items = itemsOf(call);
    const { repeatBy, repeatStatus } = this.dials.knobs;
    const body = this.bodyOf(call.body);
    if (repeatBy === 'body' && body.accepted > 0 && this.isWithin(body.lastAcceptedMs)) {
      body.refused++;
      this.repeated++;
      throw ProviderError.service(repeatStatus, 'repeated.request', REPEATED);
    }
    body.accepted++;
    body.lastAcceptedMs = this.now();
    this.sent += items.length;
    return this.batches.ask(
      'ProductInventoryUpdate',
      items.map((item) => {
        const isRepeated = repeatBy === 'item' && this.isRepeated(item);
        return {
          requestItem: { updateRequestDate: new Date(this.now()).toISOString().replace('Z', '+00:00'), ...item },
          work: () => (isRepeated ? [REPEATED] : this.apply(item)),
        };
      }),
    );
  }

  /** How often each body came. */
  list(): readonly Body[] {
    return [...this.bodies.values()];
  }

  private bodyOf(bytes: Buffer): Body {
    const digest = digestOf(bytes);
    const body = this.bodies.get(digest) ?? { digest, accepted: 0, refused: 0, lastAcceptedMs: 0 };
    this.bodies.set(digest, body);
    return body;
  }

  private isWithin(atMs: number): boolean {
    return this.now() - atMs < this.dials.wait('repeatMs');
  }

  private isRepeated(item: Json): boolean {
    const barcode = joined(item.barcode);
    const digest = digestOf(JSON.stringify(item));
    const last = this.items.get(barcode);
    if (last?.digest === digest && this.isWithin(last.atMs)) {
      this.repeated++;
      return true;
    }
    this.items.set(barcode, { digest, atMs: this.now() });
    return false;
  }

  private apply({ barcode: sent, quantity, salePrice, listPrice }: Json): string[] {
    const barcode = joined(sent);
    const item = this.catalog.itemOf(barcode);
    if (!item) return ['Barkod bulunamadı ya da onaylı değil.'];
    const { price: shown } = item.variant;
    if (quantity === undefined && salePrice === undefined && listPrice === undefined)
      return ['Stok veya fiyat gönderilmelidir.'];
    if (quantity !== undefined && !isQuantity(quantity))
      return ['Stok miktarı 0 ile 20000 arasında bir tam sayı olmalıdır.'];
    const sale = kurusOf(salePrice ?? shown.salePrice) ?? 0;
    const list =
      kurusOf(
        listPrice ?? (salePrice === undefined ? shown.listPrice : Math.max(shown.listPrice, Number(salePrice))),
      ) ?? 0;
    if (sale <= 0 || list <= 0) return ['Fiyat sıfırdan büyük ve en fazla iki ondalıklı olmalıdır.'];
    if (list < sale) return ['Liste fiyatı satış fiyatından küçük olamaz.'];
    const changesPrice = sale !== kurusOf(shown.salePrice) || list !== kurusOf(shown.listPrice);
    if (changesPrice && !this.admitsPrice(barcode))
      return ['Bir barkod için dakikada en fazla 30 fiyat değişikliği yapılabilir.'];
    const refused = this.dials.knobs.refuse[barcode];
    if (refused !== undefined) return [refused];
    if (this.dials.knobs.ignored.includes(barcode)) return [];
    this.catalog.offer(
      barcode,
      { ...(quantity === undefined ? {} : { quantity }), ...(changesPrice ? { price: { sale, list } } : {}) },
      'seller',
    );
    return [];
  }

  private admitsPrice(barcode: string): boolean {
    const window = this.priceChanges.get(barcode) ?? new SlidingWindow(PRICES_WITHIN_MS);
    this.priceChanges.set(barcode, window);
    if (window.countAt(this.now()) >= PRICES_MAX) return false;
    window.add(this.now());
    return true;
  }
}

const digestOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
