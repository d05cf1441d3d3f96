import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { id, object } from '../kernel/schema/schema';
import { readReturn } from '../order/return/store';
import { shownReturnSchema } from '../order/return/view';

export default readRoute({
  id: 'returns.get',
  label: { tr: 'Ürün iadesini oku', en: 'Read a return' },
  http: 'GET /v1/returns/{ret}',
  summary: 'A return with its pieces, deadlines, and what the buyer was told.',
  policy: 'read',
  scope: 'orders:read',
  params: object({ ret: id('ret') }),
  result: shownReturnSchema,
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ret: exampleId('ret', 'TAZE') } },

  run: ({ db, params }) => readReturn(db, params.ret),
});
