import { extensionKey } from '../../extension/aggregate';
import { label, t, time } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';
import { rowFields } from './fields';

const once = { kept: 'once' } as const;
const text = <N extends keyof typeof rowFields>(name: N) =>
  ({ type: 'text', schema: rowFields[name], ...once }) as const;
const amount = <N extends keyof typeof rowFields>(name: N) =>
  ({ type: 'bigint', schema: rowFields[name], ...once }) as const;

/** Rows of settlements as a marketplace has shown them. They are no change of the store. */
export const settlement = table({
  word: 'marketplace settlement',
  label: label('Pazaryeri hakedişi', 'Settlement of a marketplace'),
  table: 'channel_settlement',
  columns: {
    extension: { type: 'text', schema: extensionKey, ...once, shown: false },
    rowId: text('rowId'),
    kind: text('kind'),
    typeWord: text('typeWord'),
    at: { type: 'timestamptz', schema: rowFields.at, ...once },
    orderNumber: text('orderNumber'),
    packageId: text('packageId'),
    barcode: text('barcode'),
    description: text('description'),
    credit: amount('credit'),
    debt: amount('debt'),
    revenue: amount('revenue'),
    commission: amount('commission'),
    commissionPercent: { type: 'double precision', schema: rowFields.commissionPercent, ...once },
    currency: text('currency'),
    paymentOrderId: text('paymentOrderId'),
    paymentAt: { type: 'timestamptz', schema: rowFields.paymentAt, ...once },
    invoiceId: text('invoiceId'),
    itemOf: text('itemOf'),
    oddity: text('oddity'),
    /** The digest of all that the marketplace said of it. */
    digest: { type: 'text', schema: t.String(), ...once, shown: false },
    /** The moment at which the marketplace was asked. */
    readAt: { type: 'timestamptz', schema: time(), ...once, shown: false },
    /** The moment at which its items were last asked for by name. */
    lookedAt: { type: 'timestamptz', schema: time(), kept: 'apart', shown: false },
  },
});
