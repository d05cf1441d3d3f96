import { readRoute } from '../../kernel/declaration/route';
import { createdAt, nullable, object, page, pageQuery, t, typeNamed } from '../../kernel/schema/schema';
import { listApart } from './attempt-store';
import { payment } from './table';

const { id, extension, providerId, state, amount, paidAmount, capturedAt, finding, note } = payment.fields;

export default readRoute({
  id: 'account.payments',
  http: 'GET /v1/account/payments',
  summary:
    'Payments by card that pay for no order, and of which money was taken or may have been, newest first, with what became of them, and what an owner has said of them.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object(pageQuery),
  result: page(
    typeNamed('StrayPayment')(
      object({
        ...{ id, extension, state, amount, paidAmount, providerId },
        reference: t.String({ description: 'Ours, under which the provider shows it.' }),
        failure: nullable(t.String({ description: 'Why it pays for no order.' })),
        waitingFor: nullable(t.String()),
        ...{ capturedAt, finding, note },
        createdAt,
      }),
    ),
  ),
  refuses: [],

  run: ({ db, storeId, cursors }) =>
    cursors.pageById({
      rows: (before, most) => listApart(db, storeId, before, most),
      view: (row) => ({
        ...{ id: row.id, extension: row.extension, state: row.state, amount: row.amount, paidAmount: row.paidAmount },
        ...{ providerId: row.providerId, reference: row.reference, failure: row.failure },
        ...{ waitingFor: row.waitingFor, capturedAt: row.capturedAt, createdAt: row.createdAt },
        ...{ finding: row.finding, note: row.note },
      }),
    }),
});
