import type { Catalog } from '../catalog';
import type { PictureFetcher } from './fetched';
import type { Dials } from './knobs';
import type { Described } from './listed';

interface RejectReason {
  readonly rejectReason: string;
  readonly rejectReasonDetail: string;
}

interface Waiting {
  readonly item: Described;
  readonly createdMs: number;
  updatedMs: number;
  /** When it is decided on at the earliest. */
  readonly dueMs: number;
  arePicturesSeen: boolean;
  pictureFault?: string | undefined;
  /** Undefined while it waits. */
  rejected?: readonly RejectReason[];
}

/** New products that wait for approval, and those that did not get it. */
export class ApprovalQueue {
  private waiting = new Map<string, Waiting>();
  private decided = 0;

  constructor(
    private readonly catalog: Catalog,
    private readonly dials: Dials,
    private readonly pictures: PictureFetcher,
    private readonly now: () => number,
  ) {}

  /** A product that is sent once more takes the place of the one before. */
  add(item: Described): void {
    const nowMs = this.now();
    const known = this.waiting.get(item.barcode);
    const { fetchesPictures } = this.dials.knobs;
    const entry: Waiting = {
      item,
      createdMs: known?.createdMs ?? nowMs,
      updatedMs: nowMs,
      dueMs: nowMs + this.dials.wait('approvalMs'),
      arePicturesSeen: !fetchesPictures,
    };
    this.waiting.set(item.barcode, entry);
    if (!fetchesPictures) return;
    void this.pictures.faultOf(item.images).then((fault) => {
      entry.pictureFault = fault;
      entry.arePicturesSeen = true;
    });
  }

  has(barcode: string): boolean {
    return this.waiting.has(barcode);
  }

  remove(barcode: string): void {
    this.waiting.delete(barcode);
  }

  /** Decides on what is due. */
  advance(): void {
    const nowMs = this.now();
    if (!this.dials.knobs.decides) return;
    for (const entry of this.waiting.values()) {
      if (entry.rejected || entry.dueMs > nowMs || !entry.arePicturesSeen) continue;
      const reasons = this.reasonsOf(entry);
      if (reasons.length === 0) {
        this.waiting.delete(entry.item.barcode);
        this.catalog.list(entry.item);
      } else {
        entry.rejected = reasons;
        entry.updatedMs = nowMs;
      }
    }
  }

  private reasonsOf({ item: { barcode }, pictureFault }: Waiting): RejectReason[] {
    const { reject, rejectEveryNth } = this.dials.knobs;
    this.decided++;
    const reasons: RejectReason[] = [];
    if (pictureFault !== undefined) reasons.push({ rejectReason: 'Hatalı Görsel', rejectReasonDetail: pictureFault });
    const own = reject[barcode];
    if (own !== undefined) reasons.push({ rejectReason: 'Satış Kurallarına Aykırı Ürün', rejectReasonDetail: own });
    if (rejectEveryNth > 0 && this.decided % rejectEveryNth === 0)
      reasons.push({
        rejectReason: 'Hatalı Marka Bilgisi',
        rejectReasonDetail: 'Ürün adındaki marka ile seçilen marka uyuşmamaktadır.',
      });
    return reasons;
  }

  counts(): { pending: number; rejected: number } {
    const all = [...this.waiting.values()];
    const rejected = all.filter((entry) => entry.rejected).length;
    return { pending: all.length - rejected, rejected };
  }

  /** As the list of unapproved products shows them, oldest first. */
  rows(
    fits: (row: { barcode: string; status: string; stockCode: string; productMainId: string }) => boolean,
  ): object[] {
    return [...this.waiting.values()]
      .map(({ item, rejected, createdMs, updatedMs }) => ({
        productMainId: item.productMainId,
        status: rejected ? 'rejected' : 'pendingApproval',
        createDateTime: createdMs,
        lastUpdateDate: updatedMs,
        lastPriceChangeDate: createdMs,
        lastStockChangeDate: createdMs,
        brand: item.brand,
        category: item.category,
        barcode: item.barcode,
        title: item.title,
        description: item.description,
        quantity: item.quantity,
        listPrice: item.listPrice / 100,
        salePrice: item.salePrice / 100,
        docNeeded: false,
        vatRate: item.vatRate,
        dimensionalWeight: null,
        stockCode: item.stockCode,
        origin: item.origin,
        media: item.images.map((url) => ({ url })),
        attributes: item.attributes,
        rejectReasonDetails: rejected ?? [],
        locationBasedDelivery: 'DISABLED',
      }))
      .filter(fits);
  }
}
