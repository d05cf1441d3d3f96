import { isSettlement, type RemoteSettlement } from '../../provider/channel/finance';
import type { JobReason } from '../job/reasons';
import type { ItemError } from '../job/table';
import type { Mirror } from '../mirror/mirror';
import { type DueInvoice, dueInvoices, keepSettlements, noteRead } from './store';

const DAY_MS = 24 * 3_600_000;

/** The settlements of a marketplace. */
export const financeMirror: Mirror<RemoteSettlement> = {
  task: 'finance',
  firstMs: 90 * DAY_MS,
  // Rows come late, and are told anew once they are paid, a month after the sale.
  overlapMs: 45 * DAY_MS,
  page: (adapter, window, cursor, signal) => adapter.settlements(window, cursor, signal),
  isRead: isSettlement,
  idOf: ({ rowId }) => rowId,
  nameOf: ({ rowId, paymentOrderId }) => `${rowId} ${paymentOrderId}`,
  async keep(db, channel, rows, readAt) {
    const changed = await keepSettlements(db, channel, rows, readAt);
    const told = rows.filter(({ rowId }) => changed.has(rowId)).flatMap(remarksOf);
    return { changed: changed.size, told };
  },
  besides: {
    due: async (db, channel, { before, limit }) =>
      (await dueInvoices(db, channel, { before, limit, since: null })).map(nameOfInvoice),
    dueSince: async (db, channel, asked) => (await dueInvoices(db, channel, asked)).map(nameOfInvoice),
    ask: (adapter, name, signal) => adapter.cargoCosts(invoiceOf(name), signal),
    looked: (db, channel, names) =>
      noteRead(
        db,
        channel,
        names.map((name) => invoiceOf(name).invoiceId),
      ),
  },
};

const nameOfInvoice = ({ invoiceId, at }: DueInvoice): string => `${at} ${invoiceId}`;

const invoiceOf = (name: string) => ({
  at: name.slice(0, name.indexOf(' ')),
  invoiceId: name.slice(name.indexOf(' ') + 1),
});

function remarksOf({ rowId, kind, typeWord, orderNumber, barcode, oddity }: RemoteSettlement): ItemError[] {
  const row = { remoteId: rowId, barcode, title: orderNumber };
  const unknown: ItemError = {
    ...row,
    code: 'type_unknown' satisfies JobReason,
    message: `The marketplace calls the row ${typeWord || 'by no word'}.`,
  };
  const odd: ItemError = { ...row, code: 'amounts_odd' satisfies JobReason, message: oddity ?? '' };
  return [...(kind === 'unknown' ? [unknown] : []), ...(oddity === null ? [] : [odd])];
}
