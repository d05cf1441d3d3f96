import { randomUUID } from 'node:crypto';
import type { Call } from '../kit/endpoint';
import { kurusOf } from '../kit/kurus';
import type { Limits } from '../kit/limits';
import { refusedListing } from './errors';
import type { Good, Goods } from './goods';
import type { Knobs } from './knobs';

/** Uploads of one seller that may be under way. */
const PENDING_MAX = 5;
const ITEMS_MAX = 4_000;
/** A price that changes by more locks the listing, and is not refused. */
const PRICE_BAND = 10;

export type UploadKind = 'stock' | 'price';
type Row = Record<string, unknown>;

interface Failed {
  elementNo: number;
  hepsiburadaSku: unknown;
  merchantSku: unknown;
  errors: string[];
}

interface Upload {
  readonly kind: UploadKind;
  readonly rows: readonly Row[];
  readonly createdMs: number;
  /** Undefined while it waits. */
  errors?: Failed[];
}

/** Stock and prices that the seller sends. They are worked off a little later; the result names what has failed. */
export class Uploads {
  /** Items that were taken. */
  sent = 0;
  private readonly uploads = new Map<string, Upload>();

  constructor(
    private readonly goods: Goods,
    private readonly knobs: Knobs,
    private readonly limits: Limits,
    private readonly now: () => number,
  ) {}

  /** @throws {Refused} 400 */
  ask(kind: UploadKind, { body }: Pick<Call, 'body'>): object {
    const rows = rowsIn(body);
    const pending = [...this.uploads.values()].filter(({ errors }) => errors === undefined).length;
    // With a status of success: who looks at the status alone loses what was sent.
    if (pending >= PENDING_MAX) {
      this.limits.breach('uploads');
      return { message: `En fazla ${PENDING_MAX} işlem aynı anda bekleyebilir.` };
    }
    this.sent += rows.length;
    const id = randomUUID();
    this.uploads.set(id, { kind, rows, createdMs: this.now() });
    return { id };
  }

  /** @throws {Refused} 404 */
  result(kind: UploadKind, id: string): object {
    const upload = this.uploads.get(id);
    if (upload?.kind !== kind) throw refusedListing(404, 'İşlem bulunamadı.');
    return {
      id,
      status: upload.errors === undefined ? 'InProgress' : 'Done',
      createdAt: new Date(upload.createdMs).toISOString(),
      total: upload.rows.length,
      errors: upload.errors ?? [],
      ...(kind === 'price' ? { priceValidations: [] } : {}),
    };
  }

  /** Works off what is due. */
  advance(): void {
    const dueMs = this.now() - this.knobs.uploadMs / this.knobs.scale;
    for (const upload of this.uploads.values())
      if (upload.errors === undefined && upload.createdMs <= dueMs) upload.errors = this.work(upload);
  }

  private work({ kind, rows }: Upload): Failed[] {
    return rows.flatMap((row, elementNo) => {
      const good = this.goods.find(row);
      const fault = good ? faultOf(kind, good, row) : 'Listing bulunamadı.';
      if (fault === undefined) return [];
      const { hepsiburadaSku = good?.hbSku ?? null, merchantSku = good?.merchantSku ?? null } = row;
      return [{ elementNo, hepsiburadaSku, merchantSku, errors: [fault] }];
    });
  }
}

/** Does what a row asks for. @returns why it does not */
function faultOf(kind: UploadKind, good: Good, { availableStock, price }: Row): string | undefined {
  if (good.isFulfilledByHB) return 'Bu listing Hepsiburada deposundan karşılanır.';
  if (kind === 'stock') {
    if (!Number.isInteger(availableStock) || (availableStock as number) < 0) return 'availableStock geçersiz.';
    good.stock = availableStock as number;
    return undefined;
  }
  const kurus = typeof price === 'number' ? kurusOf(price) : undefined;
  if (!kurus) return 'price geçersiz.';
  if (kurus > good.price * PRICE_BAND || kurus * PRICE_BAND < good.price) {
    good.isLocked = true;
    return 'Fiyat kategori aralığının dışında; ürün kilitlendi.';
  }
  good.price = kurus;
  return undefined;
}

function rowsIn(body: Buffer): Row[] {
  let rows: unknown;
  try {
    rows = JSON.parse(body.toString('utf8'));
  } catch {
    throw refusedListing(400, 'İstek gövdesi JSON olmalıdır.');
  }
  if (!Array.isArray(rows) || rows.length === 0) throw refusedListing(400, 'Liste gönderilmelidir.');
  if (rows.length > ITEMS_MAX) throw refusedListing(400, `En fazla ${ITEMS_MAX} kayıt gönderilebilir.`);
  return rows.map((row: unknown) => (typeof row === 'object' && row !== null ? (row as Row) : {}));
}
