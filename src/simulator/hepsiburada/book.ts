import { people, places } from '../kit/people';
import { pick, roll } from '../kit/prng';
import type { Waits } from '../kit/waits';
import type { Good, Goods } from './goods';
import type { Knobs } from './knobs';

const FIRST_ORDER = 4_155_000_001;
const FIRST_PACKAGE = 752_500_001;
const DAY_MS = 24 * 3_600_000;

enum Stream {
  Person = 600,
  Place,
  Line,
}

export interface Buyer {
  readonly customerId: string;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly city: string;
  readonly town: string;
  readonly district: string;
  readonly postalCode: string;
  readonly phone: string;
}

/** A line of an order: the unit of Hepsiburada until it is packed. Money is in kuruş. */
export interface Line {
  readonly id: string;
  readonly order: Order;
  readonly good: Good;
  quantity: number;
  /** What the buyer pays for each piece. */
  readonly unit: number;
  status: string;
  packageNumber: string | null;
  cancelledBy: 'Merchant' | 'Customer' | null;
  readonly addedMs: number;
  statusMs: number;
}

export interface Order {
  readonly number: string;
  readonly placedMs: number;
  readonly buyer: Buyer;
  isPaid: boolean;
  readonly lines: Line[];
}

/** A package, whose lines name it. */
export interface Packed {
  readonly number: string;
  readonly barcode: string;
  readonly packedMs: number;
  status: 'Open' | 'InTransit' | 'Delivered' | 'UnDelivered' | 'Unpacked';
  statusMs: number;
  invoiceLink: string | null;
}

export interface Wanted {
  readonly lines: readonly { readonly barcode: string; readonly quantity: number; readonly unit?: number }[];
  readonly isPaid: boolean;
  /** Milliseconds ago. */
  readonly ago: number;
}

interface Surroundings {
  readonly seed: number;
  readonly now: () => number;
  readonly goods: Goods;
  readonly knobs: Knobs;
  readonly waits: Waits;
}

/** The orders of the marketplace, and the packages of their lines. */
export class Book {
  readonly orders: Order[] = [];
  readonly packages = new Map<string, Packed>();
  private lineCount = 0;

  constructor(private readonly around: Surroundings) {}

  order(number: unknown): Order | undefined {
    return this.orders.find((order) => order.number === number);
  }

  line(id: unknown): Line | undefined {
    return this.lines().find((line) => line.id === id);
  }

  lines(): Line[] {
    return this.orders.flatMap(({ lines }) => lines);
  }

  linesIn(packageNumber: string): Line[] {
    return this.lines().filter((line) => line.packageNumber === packageNumber);
  }

  place({ lines, isPaid, ago }: Wanted): Order {
    const { seed, now, goods, knobs, waits } = this.around;
    const at = this.orders.length;
    const placedMs = now() - ago;
    const order: Order = { number: String(FIRST_ORDER + at), placedMs, buyer: buyerOf(seed, at), isPaid, lines: [] };
    for (const { barcode, quantity, unit } of lines) {
      const good = goods.withBarcode(barcode) ?? unlisted(barcode);
      goods.take(barcode, quantity);
      order.lines.push(this.lineOf(order, good, quantity, unit ?? good.price));
    }
    this.orders.push(order);
    if (isPaid && knobs.packsAfterMs > 0)
      waits.after(knobs.packsAfterMs, () => {
        const open = order.lines.filter(({ status }) => status === 'Open');
        if (open.length > 0) this.pack(open.map((line) => ({ line, quantity: line.quantity })));
      });
    return order;
  }

  /** Packs pieces. The rest of a line that is packed in part stays as it is, and what was packed is a line of its own. */
  pack(pieces: readonly { readonly line: Line; readonly quantity: number }[]): Packed {
    const nowMs = this.around.now();
    const number = String(FIRST_PACKAGE + this.packages.size);
    for (const { line, quantity } of pieces) {
      const packed = quantity === line.quantity ? line : this.part(line, quantity);
      packed.status = 'Packaged';
      packed.packageNumber = number;
      this.touch(packed);
    }
    const barcode = `1000${number}`;
    const packed: Packed = { number, barcode, packedMs: nowMs, status: 'Open', statusMs: nowMs, invoiceLink: null };
    this.packages.set(number, packed);
    return packed;
  }

  /** Takes a package apart: its lines are open again. */
  unpack(packed: Packed): void {
    for (const line of this.linesIn(packed.number)) {
      line.status = 'Open';
      line.packageNumber = null;
      this.touch(line);
    }
    packed.status = 'Unpacked';
    packed.statusMs = this.around.now();
  }

  /** The carrier's word of a package. */
  move(packed: Packed, status: Packed['status']): void {
    packed.status = status;
    packed.statusMs = this.around.now();
    for (const line of this.linesIn(packed.number)) {
      line.status = status;
      this.touch(line);
    }
  }

  cancel(line: Line, by: NonNullable<Line['cancelledBy']>): void {
    line.status = `CancelledBy${by}`;
    line.cancelledBy = by;
    this.touch(line);
  }

  /** News of one line never bear the time of the news before. */
  touch(line: Line): void {
    line.statusMs = Math.max(this.around.now(), line.statusMs + 1);
  }

  private part(line: Line, quantity: number): Line {
    line.quantity -= quantity;
    this.touch(line);
    const part = this.lineOf(line.order, line.good, quantity, line.unit);
    line.order.lines.push(part);
    return part;
  }

  private lineOf(order: Order, good: Good, quantity: number, unit: number): Line {
    const { placedMs: addedMs } = order;
    return {
      id: guidOf(this.around.seed, this.lineCount++),
      order,
      good,
      quantity,
      unit,
      status: 'Open',
      packageNumber: null,
      cancelledBy: null,
      addedMs,
      statusMs: addedMs,
    };
  }
}

/** The day by which a line has to be handed over. */
export const dueOf = ({ addedMs }: Line): number => addedMs + 2 * DAY_MS;

const unlisted = (barcode: string): Good => ({
  hbSku: `HBX${barcode}`,
  merchantSku: `X-${barcode}`,
  barcode,
  name: `Ürün ${barcode}`,
  brand: '',
  category: '',
  tax: 20,
  price: 9_990,
  stock: 0,
  isLocked: false,
  isFulfilledByHB: false,
});

function buyerOf(seed: number, order: number): Buyer {
  const [firstName, lastName] = pick(people, roll(seed, order, Stream.Person));
  const [city, , town, postalCode, district] = pick(places, roll(seed, order, Stream.Place));
  return {
    customerId: guidOf(seed, order + 1_000_000),
    name: `${firstName} ${lastName}`,
    email: `musteri${order}@mail.hepsiburada.example`,
    address: `${district} Mah. Çiçek Sok. No: ${1 + (order % 90)} D: ${1 + (order % 12)}`,
    city,
    town,
    district,
    postalCode,
    phone: `5${String(roll(seed, order, Stream.Place) % 1_000_000_000).padStart(9, '0')}`,
  };
}

function guidOf(seed: number, at: number): string {
  const part = (place: number) =>
    roll(seed + place, at, Stream.Line)
      .toString(16)
      .padStart(8, '0');
  const digits = [0, 1, 2, 3].map(part).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
