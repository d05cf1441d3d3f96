import { workRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { movementsSince } from './stock/store';
import { movementSchema } from './stock/view';

export default workRoute({
  id: 'catalog.stockMovements.since',
  label: { tr: 'Yeni stok hareketlerini oku', en: 'Read the stock movements since a point' },
  http: 'GET /v1/catalog/stock-movements/since',
  summary:
    'Stock movements of the whole store after a seq, ascending. No movement ever appears later behind an answered seq.',
  policy: 'read',
  scope: 'catalog:read',
  query: object({
    seq: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description:
          'The watermark; 0: from the beginning. One beyond the last movement is not of this ledger, and refused.',
      }),
    ),
    limit: t.Optional(t.Integer({ minimum: 1, maximum: 100, default: 50 })),
  }),
  result: object({
    items: t.Array(movementSchema),
    seq: t.Integer({ description: 'The watermark to ask after next.' }),
    more: t.Boolean({ description: 'Further movements were there already.' }),
  }),
  refuses: ['invalid_request'],
  example: { query: { seq: 0, limit: 50 } },

  async run({ db, storeId, query, services }) {
    const { seq = 0, limit = 50 } = query;
    const { rows, last } = await movementsSince(db, services.bookkeeping(storeId), storeId, seq, limit + 1);
    if (seq > last) {
      const message = `is beyond the last movement, ${last}`;
      refuse('invalid_request', `/query/seq ${message}.`, { errors: [{ pointer: '/query/seq', message }] });
    }
    const items = rows.slice(0, limit);
    return { items, seq: items.at(-1)?.seq ?? seq, more: rows.length > limit };
  },
});
