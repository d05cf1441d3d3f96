import type { Kept, Line, Piece } from '../order/package';
import type { FinanceKnobs } from './knobs';

const FIRST_ROW = 725_041_340;
const FIRST_PAYMENT = 2_500_001;

/** Types of rows by their names: the label, whether it is a credit, and the signs of commission and revenue (providers.md §2.10). */
export const types = {
  Sale: ['Satış', true, -1, 1],
  Return: ['İade', false, 1, -1],
  Discount: ['İndirim', false, 1, -1],
  SellerRevenueNegative: ['Hakediş Negatif Düzeltme', false, 0, -1],
  CommissionPositive: ['Komisyon Pozitif Düzeltme', false, 1, 0],
} as const;
export type SettlementName = keyof typeof types;
export type OtherName = 'DeductionInvoices' | 'PaymentOrder';

/** A row as the marketplace keeps it; amounts in kuruş, without signs. */
export interface LedgerRow {
  readonly id: string;
  readonly type: SettlementName | OtherName;
  readonly label: string;
  readonly atMs: number;
  readonly isCredit: boolean;
  readonly amount: number;
  readonly commission: number;
  readonly rate: number | null;
  readonly orderNumber: string | null;
  readonly packageId: number | null;
  readonly barcode: string | null;
  paymentOrderId: number | null;
}

/** A cost of a parcel on the invoice of a carrier. */
export interface CargoItem {
  readonly shipmentPackageType: string;
  readonly parcelUniqueId: number;
  readonly orderNumber: string;
  readonly amount: number;
}

const commissionOf = (kurus: number, rate: number): number => Math.round((kurus * rate) / 100);

/** The money of the seller: rows come with deliveries, returns and penalties, and invoices and payments with those who ask for them. */
export class Ledger {
  readonly rows: LedgerRow[] = [];
  readonly invoices = new Map<string, readonly CargoItem[]>();
  private readonly settled = new Map<number, readonly (readonly [Line, Piece])[]>();
  private readonly noted = new Set<string>();
  private readonly parcels: CargoItem[] = [];
  private payments = 0;

  constructor(
    private readonly now: () => number,
    private readonly knobs: FinanceKnobs,
  ) {}

  /** Hears of each package whose status is another one than before. */
  hear(kept: Kept): void {
    const name = `${kept.id} ${kept.status}`;
    if (this.noted.has(name)) return;
    this.noted.add(name);
    if (kept.status === 'Delivered') this.deliver(kept);
    if (kept.status === 'Returned') this.takeBack(kept);
    if (kept.status === 'UnSupplied') this.punish(kept);
  }

  /**
   * Writes the invoice of the carriers about all parcels since the last one.
   * @param orderNumber an order that it names, though its items are of others @param beyond kuruş that no item has
   * @returns its id; undefined where there are none
   */
  invoice({
    orderNumber = null,
    beyond = 0,
  }: {
    orderNumber?: string | null;
    beyond?: number;
  } = {}): string | undefined {
    const items = this.parcels.splice(0);
    if (items.length === 0) return undefined;
    const id = `DDF202600${String(this.invoices.size + 1).padStart(7, '0')}`;
    this.invoices.set(id, items);
    const amount = items.reduce((sum, item) => sum + item.amount, beyond);
    this.add({ id, type: 'DeductionInvoices', label: 'Kargo Faturası', isCredit: false, amount, orderNumber });
    return id;
  }

  /** Pays what is not paid. */
  pay(): number {
    const paymentOrderId = FIRST_PAYMENT + this.payments++;
    let amount = 0;
    for (const row of this.rows.filter((each) => each.paymentOrderId === null)) {
      row.paymentOrderId = paymentOrderId;
      amount += row.type === 'CommissionPositive' ? 0 : (row.isCredit ? 1 : -1) * (row.amount - row.commission);
    }
    const paid = { type: 'PaymentOrder', label: 'Ödeme', isCredit: false, amount: Math.max(0, amount) } as const;
    this.add(paid).paymentOrderId = paymentOrderId;
    return paymentOrderId;
  }

  /** Raises the commission of an order afterwards: what is paid falls by as much, in a row of its own. */
  correct(orderNumber: string, kurus: number): void {
    const shared = { orderNumber, isCredit: false, amount: kurus } as const;
    this.add({ ...shared, type: 'SellerRevenueNegative', label: types.SellerRevenueNegative[0] });
    this.add({ ...shared, type: 'CommissionPositive', label: types.CommissionPositive[0], commission: kurus });
  }

  private deliver(kept: Kept): void {
    const pieces = kept.lines.flatMap((line) => line.pieces.map((piece) => [line, piece] as const));
    this.settled.set(kept.id, pieces);
    for (const [line, piece] of pieces) {
      const gross = piece.price + piece.sellerDiscount;
      const commission = commissionOf(gross, line.commission);
      this.ofPiece(kept, line, 'Sale', gross, commission);
      const less = commission - commissionOf(piece.price, line.commission);
      if (piece.sellerDiscount > 0) this.ofPiece(kept, line, 'Discount', piece.sellerDiscount, less);
    }
    this.ship(kept, 'Gönderi Kargo Bedeli');
  }

  private takeBack(kept: Kept): void {
    for (const [line, { price }] of this.settled.get(kept.id) ?? [])
      this.ofPiece(kept, line, 'Return', price, commissionOf(price, line.commission));
    if (this.settled.has(kept.id)) this.ship(kept, 'İade Kargo Bedeli');
  }

  private punish(kept: Kept): void {
    const { penaltyKurus: amount } = this.knobs;
    this.add({
      ...{ type: 'DeductionInvoices', label: 'Tedarik Edememe', isCredit: false, amount },
      ...{ orderNumber: kept.order.number, packageId: kept.id },
    });
  }

  private ship(kept: Kept, shipmentPackageType: string): void {
    const { cargoKurus: amount } = this.knobs;
    this.parcels.push({ shipmentPackageType, parcelUniqueId: kept.id, orderNumber: kept.order.number, amount });
  }

  private ofPiece(kept: Kept, line: Line, type: SettlementName, amount: number, commission: number): void {
    const [label, isCredit] = types[type];
    this.add({
      ...{ type, label, isCredit, amount, commission, rate: line.commission },
      ...{ orderNumber: kept.order.number, packageId: kept.id, barcode: line.barcode },
    });
  }

  private add(row: Pick<LedgerRow, 'type' | 'label' | 'isCredit' | 'amount'> & Partial<LedgerRow>): LedgerRow {
    const made: LedgerRow = {
      id: String(FIRST_ROW + this.rows.length),
      atMs: this.now(),
      ...{ commission: 0, rate: null, orderNumber: null, packageId: null, barcode: null, paymentOrderId: null },
      ...row,
    };
    this.rows.push(made);
    return made;
  }
}
