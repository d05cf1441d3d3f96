import { type Call, type Endpoint, endpoint } from '../kit/endpoint';
import type { Limits } from '../kit/limits';
import type { Book, Line, Packed } from './book';
import { refusedOrder } from './errors';
import type { Knobs } from './knobs';
import { labelsOf } from './labels';
import { PACKAGES } from './lists';

const LINE = '/oms-external/lineitems/merchantid/{merchantId}/id/{lineId}';
const PACKAGE = `${PACKAGES}/packagenumber/{packageNumber}`;
const CANCELLED_MAX = 100;
const DAY_MS = 24 * 3_600_000;

interface Around {
  readonly book: Book;
  readonly knobs: Knobs;
  readonly limits: Limits;
  readonly now: () => number;
}

/** The acts of sellers upon lines and packages. */
export class Acts {
  /** The number of times that each was done. */
  readonly counts = new Map<string, number>();
  private readonly cancelledMs: number[] = [];
  readonly endpoints: readonly Endpoint[];

  constructor(private readonly around: Around) {
    const { book, knobs } = around;
    this.endpoints = [
      endpoint(`POST ${PACKAGES}`, (call) => this.pack(call), 201),
      endpoint(`POST ${LINE}/cancelbymerchant`, (call) => this.cancel(call)),
      endpoint(`PUT ${PACKAGE}/invoice`, (call) => this.invoice(call)),
      endpoint(`GET ${PACKAGE}/labels`, ({ path, query }) => {
        const packed = this.packed(path.packageNumber);
        if (packed.status !== 'Open') throw refusedOrder(400, '1010', 'Paket kargoya verildi.');
        return labelsOf(packed, book.linesIn(packed.number), query.get('format') ?? 'zpl', knobs.label);
      }),
    ];
  }

  private pack({ body }: Call): object {
    const wanted = objectIn(body).lineItemRequests;
    if (!Array.isArray(wanted) || wanted.length === 0) throw refusedOrder(400, '1002', 'lineItemRequests zorunludur.');
    const pieces = wanted.map((each: unknown) => this.piecesIn(each));
    const packed = this.around.book.pack(pieces);
    this.count('pack');
    return { packageNumber: packed.number, barcode: packed.barcode };
  }

  private piecesIn(wanted: unknown): { line: Line; quantity: number } {
    const { id, quantity } = (wanted ?? {}) as { id?: unknown; quantity?: unknown };
    const line = this.around.book.line(id);
    if (!line) throw refusedOrder(404, '1004', 'cannot find line item');
    if (line.status !== 'Open' || !line.order.isPaid) throw refusedOrder(409, '1005', `line item is ${line.status}`);
    if (!Number.isInteger(quantity) || (quantity as number) < 1 || (quantity as number) > line.quantity)
      throw refusedOrder(400, '1006', 'quantity geçersiz.');
    return { line, quantity: quantity as number };
  }

  private cancel({ path, body }: Call): string {
    const { book, limits, now } = this.around;
    const line = book.line(path.lineId);
    if (!line) throw refusedOrder(404, '1004', 'cannot find line item');
    if (line.status !== 'Open') throw refusedOrder(409, '1007', 'only open line items can be cancelled');
    if (!Number.isInteger(objectIn(body).reasonId)) throw refusedOrder(400, '1008', 'reasonId zorunludur.');
    const today = this.cancelledMs.filter((ms) => ms > now() - DAY_MS).length;
    if (today >= CANCELLED_MAX) {
      limits.breach('cancelled');
      throw refusedOrder(400, '1009', `Günde en fazla ${CANCELLED_MAX} kalem iptal edilebilir.`);
    }
    this.cancelledMs.push(now());
    book.cancel(line, 'Merchant');
    this.count('cancel');
    return 'OK';
  }

  private invoice({ path, body }: Call): string {
    const packed = this.packed(path.packageNumber);
    const { invoiceLink } = objectIn(body);
    if (typeof invoiceLink !== 'string' || !URL.canParse(invoiceLink))
      throw refusedOrder(400, '1011', 'invoiceLink geçersiz.');
    if (packed.invoiceLink !== null) throw refusedOrder(409, '1012', 'Pakete fatura eklenmiş.');
    packed.invoiceLink = invoiceLink;
    this.count('invoice');
    return 'OK';
  }

  private packed(number: string | undefined): Packed {
    const packed = this.around.book.packages.get(number ?? '');
    if (packed && packed.status !== 'Unpacked') return packed;
    throw refusedOrder(404, '1004', `cannot find package with package number ${number}`);
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }
}

function objectIn(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw refusedOrder(400, '1000', 'İstek gövdesi JSON nesnesi olmalıdır.');
}
