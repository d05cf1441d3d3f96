import { readRoute } from '../../kernel/declaration/route';
import { id, kurus, nullable, object, t, time, unit } from '../../kernel/schema/schema';
import { lastDays, salesYesterdayUntilNow } from './days-store';
import {
  COUNTED_MAX,
  codesWaiting,
  oversold,
  parcelsBack,
  parcelsUnknown,
  paymentsStray,
  refundsFailed,
  refundsUnknown,
  returnsDue,
  reviews,
  toCollect,
  toGiveBack,
  toShip,
  unmapped,
  unpaid,
} from './waiting-store';

const figure = {
  count: t.Integer({ minimum: 0, maximum: COUNTED_MAX, ...unit('count') }),
  more: t.Boolean({ description: 'There may be more: counting has stopped.' }),
};
const number = t.String({ description: 'Of the order, as people call it.' });

const waitingOrders = (description: string) =>
  object({ ...figure, first: t.Array(object({ id: id('ord'), number })) }, { description });

const waitingReturns = object(
  { ...figure, first: t.Array(object({ id: id('ret'), number, refundUntil: time() })) },
  { description: 'Whose money the law wants given back until then, the soonest first.' },
);

const sales = {
  orders: t.Integer({ minimum: 0, description: 'Paid, or paid for at the door.', ...unit('count') }),
  turnover: kurus({
    description:
      'Their totals, in kuruş, without goods for which no cash comes at the door; what was refunded later is not taken off.',
  }),
};

export default readRoute({
  id: 'account.today',
  http: 'GET /v1/account/today',
  summary:
    'Counts of the orders that wait for somebody, each up to a hundred, and the sales of each of the last 30 days.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  result: object({
    toShip: waitingOrders('Paid, with pieces that may leave.'),
    toShipUnpaid: waitingOrders('Paid for at the door, with pieces that may leave.'),
    toCollect: waitingOrders('Delivered, and whose cash was not recorded.'),
    unpaid: object(
      { ...figure, first: t.Array(object({ id: id('ord'), number, transferUntil: nullable(time()) })) },
      {
        description:
          'Whose transfer has not come, those first that are cancelled soonest: a working day after the day that is named.',
      },
    ),
    codes: waitingOrders('With pieces that are paid for and wait for their codes.'),
    parcelsBack: waitingOrders('Whose parcel was lost or came back, and whose buyer has neither goods nor money.'),
    parcelsUnknown: waitingOrders('With a parcel of which nobody knows whether its carrier has it.'),
    refundsUnknown: waitingOrders('With a refund of which nobody knows whether it was given.'),
    toGiveBack: waitingOrders(
      'With money that is to be given back by hand, the longest waiting first: a refund that no provider gives, or a transfer that came when the order was cancelled.',
    ),
    refundsFailed: waitingOrders(
      'With a refund that failed within the last 30 days, and since which none was asked for.',
    ),
    reviews: waitingOrders(
      'Paid by card, and kept here: the provider is looking at the payment, or it was not trusted and its money was not given back.',
    ),
    oversold: waitingOrders('Of a marketplace, with pieces that were not there when they were sold, and not sent yet.'),
    unmapped: waitingOrders('Of a marketplace, with a line whose product nobody knows.'),
    returnsDue: waitingReturns,
    payments: object(figure, {
      description: 'By card, that pay for no order, and whose money is here or may be: `account.payments`.',
    }),
    days: t.Array(
      object({
        day: t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'In the time of the shop.' }),
        ...sales,
      }),
      { description: 'The last 30 days, today last.' },
    ),
    yesterdayUntilNow: object(sales, { description: 'Yesterday until the time of day that it is now.' }),
  }),
  refuses: [],

  run: ({ db, storeId }) =>
    db.snapshot(async (moment) => {
      const { count, more } = await paymentsStray(moment, storeId);
      return {
        ...(await toShip(moment, storeId)),
        toCollect: await toCollect(moment, storeId),
        unpaid: await unpaid(moment, storeId),
        codes: await codesWaiting(moment, storeId),
        parcelsBack: await parcelsBack(moment, storeId),
        parcelsUnknown: await parcelsUnknown(moment, storeId),
        refundsUnknown: await refundsUnknown(moment, storeId),
        toGiveBack: await toGiveBack(moment, storeId),
        refundsFailed: await refundsFailed(moment, storeId),
        reviews: await reviews(moment, storeId),
        oversold: await oversold(moment, storeId),
        unmapped: await unmapped(moment, storeId),
        returnsDue: await returnsDue(moment, storeId),
        payments: { count, more },
        days: await lastDays(moment, storeId),
        yesterdayUntilNow: await salesYesterdayUntilNow(moment, storeId),
      };
    }),
});
