import { isInteger, type Resources, record } from '../../kit/control';
import type { Call } from '../../kit/endpoint';
import type { Brands } from '../brands';
import type { Catalog } from '../catalog';
import { Batches } from './batches';
import { isQuantity, itemsOf, type Json } from './body';
import { Buybox } from './buybox';
import { described, joined } from './describe';
import { PictureFetcher } from './fetched';
import { Inventory } from './inventory';
import { Dials } from './knobs';
import { ApprovalQueue } from './queue';

/** The services with which a seller lists products and keeps them: what they do, and when. */
export class Listings {
  readonly dials = new Dials();
  readonly batches: Batches;
  readonly queue: ApprovalQueue;
  readonly inventory: Inventory;
  readonly buybox: Buybox;
  private readonly pictures = new PictureFetcher();
  private created = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly brands: Brands,
    private readonly now: () => number,
  ) {
    this.batches = new Batches(this.dials, now);
    this.queue = new ApprovalQueue(catalog, this.dials, this.pictures, now);
    this.inventory = new Inventory(catalog, this.batches, this.dials, now);
    this.buybox = new Buybox(catalog);
    catalog.settle = () => this.advance();
  }

  /** Lets happen what is due: nothing here has a clock of its own. */
  advance(): void {
    this.batches.advance();
    this.queue.advance();
  }

  /** @throws {ProviderError} 400 */
  create(call: Pick<Call, 'body'>): { batchRequestId: string } {
    const items = itemsOf(call);
    this.created += items.length;
    const seen = new Set<string>();
    return this.batches.ask(
      'ProductV2OnBoarding',
      items.map((product) => {
        const barcode = joined(product.barcode);
        const isTwin = seen.has(barcode);
        seen.add(barcode);
        return {
          requestItem: { barcode, product },
          work: () => (isTwin ? ['Bu barkod aynı istekte birden fazla kez gönderildi.'] : this.takeUp(product)),
        };
      }),
    );
  }

  private takeUp(product: Json): string[] {
    const item = described(product, { brandOf: (id) => this.brands.ofId(id), nowMs: this.now() });
    if (Array.isArray(item)) return item;
    if (this.catalog.itemOf(item.barcode)) return ['Bu barkod ile onaylı bir ürün zaten var.'];
    this.queue.add(item);
    return [];
  }

  /** @throws {ProviderError} 400 */
  archive(call: Pick<Call, 'body'>): { batchRequestId: string } {
    return this.each('ProductArchiveUpdate', call, (barcode, { archived }) => {
      if (typeof archived !== 'boolean') return ['archived true veya false olmalıdır.'];
      if (!this.catalog.itemOf(barcode)) return ['Barkod bulunamadı ya da onaylı değil.'];
      this.catalog.archive(barcode, archived);
      return [];
    });
  }

  /** @throws {ProviderError} 400 */
  unlock(call: Pick<Call, 'body'>): { batchRequestId: string } {
    return this.each('ProductUnlockUpdate', call, (barcode) => {
      const item = this.catalog.itemOf(barcode);
      if (!item) return ['Barkod bulunamadı ya da onaylı değil.'];
      if (!item.variant.locked) return ['Ürün kilitli değil.'];
      this.catalog.unlock(barcode);
      return [];
    });
  }

  /** @throws {ProviderError} 400 */
  delete(call: Pick<Call, 'body'>): { batchRequestId: string } {
    return this.each('ProductDeletion', call, (barcode) => {
      if (this.queue.has(barcode)) {
        this.queue.remove(barcode);
        return [];
      }
      const item = this.catalog.itemOf(barcode);
      if (!item) return ['Barkod bulunamadı.'];
      const { archived, archivedDate, blacklisted } = item.variant;
      if (blacklisted) return ['Satışa durdurulmuş ürün silinemez.'];
      if (!archived || this.now() - (archivedDate ?? 0) <= this.dials.wait('deleteAfterMs'))
        return ['Ürün bir günden uzun süredir arşivde olmalıdır.'];
      this.catalog.remove(barcode);
      return [];
    });
  }

  private each(
    type: Parameters<Batches['ask']>[0],
    call: Pick<Call, 'body'>,
    act: (barcode: string, item: Json) => string[],
  ): { batchRequestId: string } {
    return this.batches.ask(
      type,
      itemsOf(call).map((item) => ({ requestItem: item, work: () => act(joined(item.barcode), item) })),
    );
  }

  measures() {
    return {
      listingsSent: this.created,
      offersSent: this.inventory.sent,
      repeatedRequests: this.inventory.repeated,
      picturesFetched: this.pictures.count,
      oversoldPieces: this.catalog.shelf.oversold,
    };
  }

  /** The controls of tests. */
  get resources(): Resources {
    return {
      '/listings': this.dials.resource,
      '/queue': {
        GET: () => {
          this.advance();
          return { batches: this.batches.count, ...this.queue.counts(), approved: this.catalog.listed.count };
        },
      },
      '/buybox': this.buybox.resource,
      '/bodies': { GET: () => this.inventory.list() },
      '/stock': {
        GET: () => {
          this.advance();
          return Object.fromEntries(this.catalog.shelf.barcodes().map((barcode) => [barcode, this.shown(barcode)]));
        },
        PUT: (body) => this.change(body),
      },
    };
  }

  private shown(barcode: string) {
    const item = this.catalog.itemOf(barcode);
    return {
      quantity: item?.variant.stock.quantity ?? null,
      salePrice: item?.variant.price.salePrice ?? null,
      listPrice: item?.variant.price.listPrice ?? null,
      history: this.catalog.shelf.history(barcode),
    };
  }

  /** A change at the marketplace that the seller did not ask for, or a sale without an order. */
  private change(body: unknown) {
    const { barcode, quantity, take } = record(body, 'The body', ['barcode', 'quantity', 'take']);
    this.advance();
    if (typeof barcode !== 'string' || !this.catalog.itemOf(barcode))
      throw new RangeError('barcode must be of an approved item.');
    if (isInteger(take) && take > 0) return { shortfall: this.catalog.take(barcode, take), ...this.shown(barcode) };
    if (!isQuantity(quantity)) throw new RangeError('quantity must be a whole number from 0 to 20000, or take one.');
    this.catalog.offer(barcode, { quantity }, 'test');
    return this.shown(barcode);
  }
}
