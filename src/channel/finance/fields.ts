import { KURUS_MAX } from '../../kernel/money';
import { id, kurus, label, nullable, object, oneOf, t, time, typeNamed, unit, words } from '../../kernel/schema/schema';
import { settlementKinds } from '../../provider/channel/finance';
import { remarks } from './settle';

/** An amount that may be below 0. */
const signed = (description?: string) =>
  t.Integer({ minimum: -KURUS_MAX, maximum: KURUS_MAX, ...unit('kuruş'), ...(description ? { description } : {}) });

export const settlementKind = label(
  'Satırın türü',
  'Kind of the row',
)(
  oneOf(
    settlementKinds,
    words({
      sale: ['satış', 'sale'],
      return: ['iade', 'return'],
      discount: ['indirim', 'discount'],
      revenue_correction: ['hakediş düzeltmesi', 'correction of the revenue'],
      commission_correction: ['komisyon düzeltmesi', 'correction of the commission'],
      delivery_fee: ['teslimat ücreti', 'delivery fee'],
      cargo: ['kargo', 'cargo'],
      deduction: ['kesinti', 'deduction'],
      invoice: ['fatura', 'invoice'],
      payment: ['ödeme', 'payment'],
      stoppage: ['stopaj', 'withholding tax'],
      other: ['diğer', 'other'],
      unknown: ['bilinmiyor', 'unknown'],
    }),
  ),
);

export const orderNumber = label(
  'Pazaryeri sipariş no',
  'Number at the marketplace',
)(t.String({ minLength: 1, maxLength: 64, pattern: '^[^\\s\\u0000-\\u001F\\u007F]+$' }));

export const rowFields = {
  rowId: label('Satır', 'Row')(t.String({ description: 'Unique at the marketplace.' })),
  kind: settlementKind,
  typeWord: label('Pazaryerinin sözü', 'Word of the marketplace')(t.String()),
  at: label('İşlem zamanı', 'Time')(time()),
  orderNumber: nullable(orderNumber),
  packageId: label('Pazaryerindeki paket', 'Package at the marketplace')(nullable(t.String())),
  barcode: label('Barkod', 'Barcode')(nullable(t.String())),
  description: label('Açıklama', 'Description')(nullable(t.String())),
  credit: label('Alacak', 'Credit')(kurus()),
  debt: label('Borç', 'Debt')(kurus()),
  revenue: label('Hakediş', 'Revenue')(signed('By how much it raises what the shop is paid.')),
  commission: label('Komisyon', 'Commission')(signed('By how much it raises the commission of the marketplace.')),
  commissionPercent: label(
    'Komisyon (%)',
    'Commission (%)',
  )(nullable(t.Number({ minimum: 0, maximum: 100, ...unit('percent') }))),
  currency: label('Para birimi', 'Currency')(t.String()),
  paymentOrderId: label(
    'Ödeme emri',
    'Payment order',
  )(nullable(t.String({ description: 'null: it is not paid yet.' }))),
  paymentAt: label('Ödeme günü', 'Day of payment')(nullable(time())),
  invoiceId: label('Fatura', 'Invoice')(nullable(t.String())),
  itemOf: label(
    'Kalemi olduğu fatura',
    'Item of the invoice',
  )(nullable(t.String({ description: 'null: it is no item of an invoice.' }))),
  oddity: label(
    'Çelişki',
    'Contradiction',
  )(nullable(t.String({ description: 'Parts of the row that contradict each other, in words.' }))),
};

export const rowSchema = typeNamed('SettlementRow')(
  object({
    ...rowFields,
    unitemized: label(
      'Kalemlere bölünmeyen',
      'Left by its items',
    )(
      nullable(
        signed(
          'Of an invoice: its revenue less that of its items, which alone count for orders. null: no item of it is known.',
        ),
      ),
    ),
  }),
);

/** The states of an order's settlement: whether the marketplace has told its payment for the order. */
const settledStates = ['waiting', 'settled'] as const;

export const orderSchema = typeNamed('SettledOrder')(
  object({
    orderNumber,
    orderId: label('Sipariş', 'Order')(nullable(id('ord'))),
    state: label(
      'Hakediş durumu',
      'State of the settlement',
    )(
      oneOf(settledStates, {
        ...words({ waiting: ['hakediş bekliyor', 'waits for its settlement'], settled: ['hakedişi geldi', 'settled'] }),
        description:
          '`waiting`: the marketplace has not told of its sale yet, though a cost of it may stand here. `settled`: it has; more may come.',
      }),
    ),
    expected: label(
      'Beklenen',
      'Expected',
    )(nullable(signed('Prices of the pieces less the commission; null: the order is not known here.'))),
    settled: label('Hakedilen', 'Settled')(signed('By all rows of the order that have come.')),
    difference: label(
      'Fark',
      'Difference',
    )(nullable(signed('Expected less settled. null of an order that waits, or is not known here.'))),
    parts: label(
      'Farkın nedenleri',
      'Parts of the difference',
    )(
      nullable(
        object(
          {
            commission: label('Komisyon', 'Commission')(signed()),
            cargo: label('Kargo', 'Cargo')(signed()),
            penalty: label('Ceza ve kesinti', 'Penalties and deductions')(signed()),
            return: label('İade', 'Returns')(signed()),
            discount: label(
              'İndirim',
              'Discounts',
            )(
              signed(
                'With their price, beyond those that the prices of the order have already. Commission that goes with them lowers that.',
              ),
            ),
            unexplained: label('Açıklanamayan', 'Unexplained')(signed('Also what of a sale is not settled yet.')),
          },
          { description: 'Together they are the difference.' },
        ),
      ),
    ),
    rows: label('Satır sayısı', 'Rows')(t.Integer({ ...unit('count') })),
    remarks: label(
      'Notlar',
      'Remarks',
    )(
      t.Array(
        oneOf(
          remarks,
          words({
            order_unknown: ['sipariş burada yok', 'the order is not known here'],
            commission_unknown: ['komisyon oranı bilinmiyor', 'the rate of the commission is not known'],
            type_unknown: ['türü bilinmeyen satır', 'a row of an unknown type'],
            amounts_differ: [
              'paket tutarı parça fiyatlarına dağıtıldı',
              'the total of a package was spread over its pieces: their prices do not add up to it',
            ],
            invoice_differs: ['faturanın kalemleri faturayı tutmuyor', 'the items of an invoice do not add up to it'],
            amounts_odd: ['tutarları çelişen satır', 'a row whose amounts contradict each other'],
            other_currency: ['başka para biriminde tutar', 'an amount in another currency, which no sum has'],
          }),
        ),
      ),
    ),
  }),
);

const summed = object({
  from: label(
    'Dönem başı',
    'Begin',
  )(t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'The first day, in Turkey.' })),
  rows: label('Satır sayısı', 'Rows')(t.Integer({ ...unit('count') })),
  revenue: label('Hakediş', 'Revenue')(signed('The sum of all parts below.')),
  sales: label('Satışlar', 'Sales')(signed()),
  returns: label('İadeler', 'Returns')(signed()),
  discounts: label('İndirimler', 'Discounts')(signed()),
  corrections: label('Düzeltmeler', 'Corrections')(signed()),
  cargo: label('Kargo', 'Cargo')(signed()),
  deductions: label('Kesintiler', 'Deductions')(signed()),
  others: label('Diğerleri', 'Others')(signed()),
  commission: label('Komisyon', 'Commission')(signed('Of the marketplace. The revenue is without it already.')),
});

export const periodNames = ['week', 'month'] as const;
export type PeriodName = (typeof periodNames)[number];
/** The number of periods of which sums are told. */
export const PERIODS = 12;

/** Sums of rows by their times. */
export const periodSchema = typeNamed('SettledPeriod')(summed);
