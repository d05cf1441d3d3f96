import { linkedSessions } from '../../checkout/session/store';
import type { SessionRow } from '../../checkout/session/table';
import { readRoute } from '../../kernel/declaration/route';
import { createdAt, id, kurus, nullable, object, page, pageQuery, t, typeNamed } from '../../kernel/schema/schema';
import { order } from '../order/aggregate';
import { beingPaid } from '../payment/attempt-store';
import { linkAnswer, linkState, stateOfLink } from './link';

const { buyerName, buyerEmail, buyerPhone } = order.fields;

export default readRoute({
  id: 'account.telephoneOrders',
  http: 'GET /v1/account/telephone-orders',
  summary:
    'Carts of the telephone to which a link leads, newest first, with how they stand. One that has ended is there for a day.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object(pageQuery),
  result: page(
    typeNamed('TelephoneOrder')(
      object({
        id: id('chs'),
        state: linkState,
        ...linkAnswer.properties,
        buyerName: nullable(buyerName),
        buyerEmail,
        buyerPhone,
        total: nullable(kurus()),
        lines: t.Integer({ description: 'How many lines it has.' }),
        orderId: nullable(id('ord')),
        createdAt,
      }),
    ),
  ),
  refuses: ['invalid_request'],

  run: ({ db, storeId, cursors }) =>
    db.snapshot(async (moment) => {
      let paying: ReadonlySet<string> = new Set();
      return cursors.page({
        kinds: ['time', 'text'],
        position: ({ createdAt: at, id: last }: SessionRow) => [at, last] as const,
        async rows(after, most) {
          const rows = await linkedSessions(moment, storeId, after, most);
          paying = await beingPaid(
            moment,
            storeId,
            rows.map((row) => row.id),
          );
          return rows;
        },
        view: (row) => ({
          id: row.id,
          state: stateOfLink(row, paying.has(row.id), new Date()),
          url: row.linkUrl as string,
          linkUntil: row.linkUntil,
          ...{ buyerName: row.buyerName, buyerEmail: row.buyerEmail, buyerPhone: row.buyerPhone },
          total: row.quote?.total ?? null,
          lines: row.cart.length,
          orderId: row.orderId,
          createdAt: row.createdAt,
        }),
      });
    }),
});
