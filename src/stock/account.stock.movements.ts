import { type ActOn, actsAt } from '../audit/actor-store';
import { listMovements } from '../catalog/stock/store';
import { movement } from '../catalog/stock/table';
import { type MovementRow, stockTarget } from '../catalog/stock/view';
import type { Queryable } from '../kernel/database/queryable';
import { workRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import {
  id,
  label,
  nullable,
  object,
  oneOf,
  page,
  pageQuery,
  type Static,
  t,
  typeNamed,
} from '../kernel/schema/schema';
import { orderTitles } from '../order/order/store';

const movedSchema = typeNamed('StockMovementByActor')(
  object({
    ...movement.answers,
    actor: label(
      'Yapan',
      'By',
    )(
      nullable(
        object(
          { kind: oneOf(['owner', 'developer', 'agent', 'system']), id: t.String() },
          {
            description: 'As the history has it; null: it tells of no act, e.g. of the first stock of an import.',
          },
        ),
      ),
    ),
    command: nullable(t.String({ description: 'The command that moved it.' })),
    proposalId: nullable(id('prp')),
    orderNumber: label('Sipariş no', 'Order number')(nullable(t.String())),
  }),
);

export default workRoute({
  id: 'account.stock.movements',
  http: 'GET /v1/account/stock/movements',
  summary: 'Movements of the stock of a product or variant, newest first, each with its order, its act and its actor.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({ ...pageQuery, targetId: stockTarget }),
  result: page(movedSchema),
  refuses: ['invalid_request', 'not_found'],

  async run({ db, storeId, query: { targetId }, cursors, services }) {
    const target = { kind: targetId.startsWith('var_') ? 'variant' : 'product', id: targetId } as const;
    const { items, nextCursor } = await cursors.page({
      kinds: ['int8'],
      async rows(after, most) {
        const writer = services.bookkeeping(storeId);
        const { rows, exists } = await listMovements(db, writer, storeId, target, after?.[0], most);
        if (!exists && rows.length === 0 && after === null) refuse('not_found', `There is no such ${target.kind}.`);
        return rows;
      },
      position: ({ seq }) => [seq],
      view: (row) => row,
    });
    return { items: await withActors(db, storeId, items), nextCursor };
  },
});

/** Names the orders and the acts of movements: a movement is written at the time of its act. */
async function withActors(
  db: Queryable,
  storeId: string,
  rows: readonly MovementRow[],
): Promise<Static<typeof movedSchema>[]> {
  const things = rows.flatMap(({ productId, variantId }) => [productId, ...(variantId === null ? [] : [variantId])]);
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const [acts, orders] = await Promise.all([
    actsAt(db, storeId, [...new Set(things)], [...new Set(rows.map(({ at }) => at))]),
    orderTitles(db, storeId, [...new Set(orderIds)]),
  ]);
  const byThing = new Map(acts.map((act): [string, ActOn] => [`${act.entityId} ${act.at}`, act]));
  const numbers = new Map(orders.map(({ id, title }) => [id, title]));
  return rows.map((row) => {
    const act = byThing.get(`${row.variantId} ${row.at}`) ?? byThing.get(`${row.productId} ${row.at}`);
    return {
      ...row,
      actor: act ? { kind: act.actorKind, id: act.actorId } : null,
      command: act?.command ?? null,
      proposalId: act?.proposalId ?? null,
      orderNumber: (row.orderId && numbers.get(row.orderId)) ?? null,
    };
  });
}
