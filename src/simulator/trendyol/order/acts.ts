import type { Call } from '../../kit/endpoint';
import type { ProviderError } from '../errors';
import { type Json, listIn, objectIn, recordOf, textIn, wholeIn } from './body';
import { type Book, isWhole, type Named } from './book';
import { refusedAct, unknownPackage } from './errors';
import type { Knobs } from './knobs';
import { ALTERNATIVE_PREFIX, carriers, type Kept } from './package';

const CARRIER_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
/** Why a seller does not supply, by the provider's numbers (providers.md §2.6). */
const UNSUPPLIED: Readonly<Record<number, string>> = {
  500: 'Stok tükendi',
  501: 'Kusurlu/Defolu/Bozuk Ürün',
  502: 'Hatalı Fiyat',
  504: 'Entegrasyon Hatası',
  505: 'Toplu Alım',
  506: 'Mücbir Sebep',
};
/** Before a carrier has it. */
const HERE = ['Created', 'Picking', 'Invoiced'];

interface Around {
  readonly book: Book;
  readonly knobs: Knobs;
  readonly now: () => number;
}

/** Sellers' acts upon packages; each answers nothing but that it was taken. */
export class Acts {
  /** How often each act was asked for and was done, by package and act. */
  readonly counts = new Map<number, Record<string, { asked: number; done: number }>>();

  constructor(private readonly around: Around) {}

  /** @param name of the act; by a status where one call has several */
  answer(name: string | ((body: Json) => string), act: (kept: Kept, body: Json) => void): (call: Call) => string {
    return ({ path, body }) => {
      const kept = this.find(path.packageId);
      const sent = body.length === 0 ? {} : objectIn(body);
      const count = this.countOf(kept.id, typeof name === 'string' ? name : name(sent));
      count.asked++;
      act(kept, sent);
      count.done++;
      return '200 OK';
    };
  }

  countOf(packageId: number, name: string): { asked: number; done: number } {
    const counts = this.counts.get(packageId) ?? {};
    this.counts.set(packageId, counts);
    const count = counts[name] ?? { asked: 0, done: 0 };
    counts[name] = count;
    return count;
  }

  find(packageId: string | undefined): Kept {
    const kept = this.around.book.get(Number(packageId));
    if (!kept) throw unknownPackage(this.around.now());
    return kept;
  }

  /** `Picking` and `Invoiced`; all others are the carrier's. */
  readonly update = this.answer(
    ({ status }) => String(status),
    (kept, body) => {
      const { status } = body;
      if (status !== 'Picking' && status !== 'Invoiced') throw this.bad('status Picking veya Invoiced olmalıdır.');
      if (kept.status !== (status === 'Picking' ? 'Created' : 'Picking'))
        throw this.bad('Shipment Update Edilebilir Bir Durumda Değil.');
      const named = this.named(kept, listIn(body, 'lines'));
      if (!isWhole(kept, named)) throw this.bad('Paketteki tüm kalemler gönderilmelidir.');
      if (status === 'Invoiced') {
        const { invoiceNumber } = recordOf(body.params ?? {});
        if (invoiceNumber !== undefined) kept.invoiceNumber = String(invoiceNumber);
      }
      this.around.book.move(kept, status);
    },
  );

  readonly unsupplied = this.answer('unsupplied', (kept, body) => {
    this.here(kept);
    const reason = UNSUPPLIED[wholeIn(body, 'reasonId', 1)];
    if (!reason) throw this.bad('reasonId geçersiz.');
    const named = this.named(kept, listIn(body, 'lines'));
    this.around.book.cancel(kept, named, 'UnSupplied', { by: 'Seller', reason, code: Number(body.reasonId) });
  });

  readonly split = this.answer('split', (kept, body) => {
    const ids = listIn(body, 'orderLineIds');
    this.apart(kept, [this.wholeLines(kept, ids)]);
  });

  readonly multiSplit = this.answer('multi-split', (kept, body) => {
    const groups = listIn(body, 'splitGroups').map((group) => listIn(recordOf(group), 'orderLineIds'));
    if (new Set(groups.flat()).size === kept.lines.length)
      throw this.bad('Paketteki tüm kalemler gruplara yazılamaz; kalanlar ayrı bir pakette oluşur.');
    this.apart(
      kept,
      groups.map((ids) => this.wholeLines(kept, ids)),
    );
  });

  readonly quantitySplit = this.answer('quantity-split', (kept, body) => {
    const groups: Named[] = listIn(body, 'quantitySplit').flatMap((part) => {
      const { orderLineId, quantities } = recordOf(part);
      if (!Array.isArray(quantities)) throw this.bad('quantities zorunludur.');
      return quantities.map((quantity) => this.named(kept, [{ lineId: orderLineId, quantity }]));
    });
    this.apart(kept, groups);
  });

  readonly splitPackages = this.answer('split-packages', (kept, body) => {
    const groups = listIn(body, 'splitPackages').map((part) =>
      this.named(
        kept,
        listIn(recordOf(part), 'packageDetails').map((detail) => {
          const { orderLineId, quantities } = recordOf(detail);
          return { lineId: orderLineId, quantity: quantities };
        }),
      ),
    );
    this.apart(kept, groups);
  });

  readonly box = this.answer('box-info', (kept, body) => {
    this.here(kept);
    kept.boxes = wholeIn(body, 'boxQuantity', 1, 100);
    if (body.deci !== undefined) kept.deci = wholeIn(body, 'deci', 1, 1_000);
    this.around.book.touch(kept);
  });

  readonly carrier = this.answer('cargo-providers', (kept, body) => {
    this.here(kept);
    const code = textIn(body, 'cargoProvider');
    const carrier = carriers[code];
    if (!carrier) throw this.bad('Kargo firması geçersiz.');
    const { now, knobs, book } = this.around;
    if (kept.carrierMs !== null && now() - kept.carrierMs < CARRIER_MS / knobs.scale)
      throw this.bad('Kargo firması 5 dakikada bir değiştirilebilir.');
    kept.carrierMs = now();
    kept.carrier = code;
    book.track(kept, carrier[1]);
    book.touch(kept);
  });

  readonly warehouse = this.answer('warehouse', (kept, body) => {
    this.here(kept);
    kept.warehouseId = wholeIn(body, 'warehouseId', 1);
    this.around.book.touch(kept);
  });

  readonly extend = this.answer('extended-agreed-delivery-date', (kept, body) => {
    this.here(kept);
    const days = wholeIn(body, 'extendedDayCount', 1, 3);
    if (kept.isExtended) throw this.bad('Teslim tarihi daha önce uzatılmıştır.');
    kept.isExtended = true;
    kept.agreedMs += days * DAY_MS;
    this.around.book.touch(kept);
  });

  readonly alternative = this.answer('alternative-delivery', (kept, body) => {
    if (kept.status !== 'Picking' && kept.status !== 'Invoiced')
      throw this.bad('Shipment Update Edilebilir Bir Durumda Değil.');
    const info = textIn(body, 'trackingInfo');
    if (typeof body.isPhoneNumber !== 'boolean') throw this.bad('isPhoneNumber zorunludur.');
    const { book } = this.around;
    book.track(kept, ALTERNATIVE_PREFIX);
    if (!body.isPhoneNumber) kept.trackingLink = info;
    book.move(kept, 'Shipped');
  });

  readonly delivered = this.answer('manual-deliver', (kept) => this.finished(kept, 'Delivered'));
  readonly returned = this.answer('manual-return', (kept) => this.finished(kept, 'Returned'));

  private finished(kept: Kept, status: string): void {
    if (kept.status !== 'Shipped' || !kept.tracking.startsWith(ALTERNATIVE_PREFIX))
      throw this.bad('Shipment Update Edilebilir Bir Durumda Değil.');
    this.around.book.move(kept, status);
  }

  private apart(kept: Kept, groups: readonly Named[]): void {
    if (kept.status !== 'Created' && kept.status !== 'Picking') throw this.bad('Paket bölünebilir bir durumda değil.');
    if (kept.isSplitting) throw this.bad('Paket bölünüyor.');
    const asked = new Map<number, number>();
    for (const named of groups) for (const [id, count] of named) asked.set(id, (asked.get(id) ?? 0) + count);
    for (const line of kept.lines)
      if ((asked.get(line.id) ?? 0) > line.pieces.length) throw this.bad('Adet paketteki adetten fazla olamaz.');
    if (groups.length === 1 && isWhole(kept, groups[0] as Named)) throw this.bad('Paketin tamamı bölünemez.');
    this.around.book.split(kept, groups);
  }

  private here(kept: Kept): void {
    if (!HERE.includes(kept.status) || kept.isSplitting)
      throw this.bad('Shipment Update Edilebilir Bir Durumda Değil.');
  }

  private wholeLines(kept: Kept, ids: readonly unknown[]): Named {
    const lines = ids.map((id) => kept.lines.find((line) => line.id === id));
    return this.named(
      kept,
      lines.map((line) => ({ lineId: line?.id, quantity: line?.pieces.length })),
    );
  }

  private named(kept: Kept, lines: readonly unknown[]): Named {
    const named = new Map<number, number>();
    for (const each of lines) {
      const { lineId, quantity } = recordOf(each);
      const line = kept.lines.find(({ id }) => id === lineId);
      if (!line) throw this.bad('Kalem pakette bulunamadı.');
      if (!Number.isInteger(quantity) || (quantity as number) < 1 || (quantity as number) > line.pieces.length)
        throw this.bad('Adet paketteki adetten fazla olamaz.');
      named.set(line.id, (named.get(line.id) ?? 0) + (quantity as number));
    }
    return named;
  }

  private bad(message: string): ProviderError {
    return refusedAct(message, this.around.now());
  }
}
