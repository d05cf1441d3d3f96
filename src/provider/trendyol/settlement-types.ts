import type { SettlementKind } from '../channel/finance';

/** The way in which a type of row moves the revenue and the commission of a seller. */
export interface SettlementType {
  readonly kind: SettlementKind;
  /** The sign of `sellerRevenue` for this kind. */
  readonly revenue: -1 | 0 | 1;
  /** Sign of `commissionAmount`: 1 charges more. */
  readonly commission: -1 | 0 | 1;
}

const type = (
  kind: SettlementKind,
  revenue: SettlementType['revenue'],
  commission: SettlementType['commission'],
): SettlementType => ({ kind, revenue, commission });

/**
 * Types of settlements, each with its Turkish label (providers.md §2.10). The signs are ours: some rows tell amounts without one. A
 * correction of the commission comes with one of the revenue, which alone moves what is paid.
 */
const settlements: Readonly<Record<string, readonly [label: string, SettlementType]>> = {
  Sale: ['Satış', type('sale', 1, 1)],
  Return: ['İade', type('return', -1, -1)],
  Discount: ['İndirim', type('discount', -1, -1)],
  DiscountCancel: ['İndirim İptal', type('discount', 1, 1)],
  Coupon: ['Kupon', type('discount', -1, -1)],
  CouponCancel: ['Kupon İptal', type('discount', 1, 1)],
  ProvisionPositive: ['Provizyon +', type('sale', 1, 1)],
  ProvisionNegative: ['Provizyon -', type('sale', -1, -1)],
  TyDiscount: ['Kurumsal Fatura - TY Promosyon', type('discount', -1, -1)],
  TyDiscountCancel: ['Kurumsal Fatura - TY Promosyon İptali', type('discount', 1, 1)],
  TyCoupon: ['Kurumsal Fatura - TY Kupon', type('discount', -1, -1)],
  TyCouponCancel: ['Kurumsal Fatura - TY Kupon İptali', type('discount', 1, 1)],
  ManualRefund: ['Kısmi İade', type('return', -1, -1)],
  ManualRefundCancel: ['Kısmi İade İptal', type('return', 1, 1)],
  SellerRevenuePositive: ['Hakediş Pozitif Düzeltme', type('revenue_correction', 1, 0)],
  SellerRevenueNegative: ['Hakediş Negatif Düzeltme', type('revenue_correction', -1, 0)],
  SellerRevenuePositiveCancel: ['Hakediş Pozitif Düzeltme İptal', type('revenue_correction', -1, 0)],
  SellerRevenueNegativeCancel: ['Hakediş Negatif Düzeltme İptal', type('revenue_correction', 1, 0)],
  CommissionPositive: ['Komisyon Pozitif Düzeltme', type('commission_correction', 0, 1)],
  CommissionNegative: ['Komisyon Negatif Düzeltme', type('commission_correction', 0, -1)],
  CommissionPositiveCancel: ['Komisyon Pozitif Düzeltme İptal', type('commission_correction', 0, -1)],
  CommissionNegativeCancel: ['Komisyon Negatif Düzeltme İptal', type('commission_correction', 0, 1)],
  DeliveryFee: ['Teslimat Ücreti', type('delivery_fee', 1, 1)],
  DeliveryFeeCancel: ['Teslimat Ücreti İptal', type('delivery_fee', -1, -1)],
  PayByLink: ['Satış', type('sale', 1, 1)],
};

/** Types of `otherfinancials`: what they move is in `credit` and `debt`. */
export const otherTypes = {
  Stoppage: 'stoppage',
  CashAdvance: 'other',
  WireTransfer: 'payment',
  IncomingTransfer: 'payment',
  ReturnInvoice: 'invoice',
  CommissionAgreementInvoice: 'invoice',
  PaymentOrder: 'payment',
  DeductionInvoices: 'deduction',
  FinancialItem: 'other',
} as const satisfies Readonly<Record<string, SettlementKind>>;
export type OtherType = keyof typeof otherTypes;

export const settlementTypes = Object.keys(settlements);

/** Labels as they are compared: some end in `İptali`, and spaces differ. */
const plain = (label: string): string =>
  label
    .toLocaleLowerCase('tr')
    .replaceAll(/\s+/g, ' ')
    .replace(/iptali$/, 'iptal')
    .trim();

const byWord = new Map(
  Object.entries(settlements).flatMap(([name, [label, of]]): [string, SettlementType][] => [
    [plain(label), of],
    [plain(name), of],
  ]),
);
byWord.set(plain('ManuelRefund'), byWord.get(plain('ManualRefund')) as SettlementType);

/** The type of a row of settlements, by its label or its name. @returns undefined of one that nobody knows */
export const settlementTypeOf = (word: string): SettlementType | undefined => byWord.get(plain(word));

/** True of the invoice of a carrier, whose items name orders. */
export const isCargoInvoice = (word: string): boolean => plain(word).startsWith('kargo fatura');
