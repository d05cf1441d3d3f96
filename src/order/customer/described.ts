import { KURUS_MAX } from '../../kernel/money';
import { kurus, label, nullable, object, t, time, typeNamed, unit } from '../../kernel/schema/schema';
import { orderAddress } from '../order/address';
import { order, refundState } from '../order/aggregate';
import { orderReturn } from '../return/aggregate';
import { customer } from './aggregate';
import { SHOWN_MAX } from './history-store';

const { answers } = order;
/** Whether a customer shops with an account of the login service. */
export const identityAttached = label(
  'Alıcı kimliğine bağlı',
  'Attached to a shopper identity',
)(t.Boolean({ description: 'Which one it is, nobody is told.' }));

const person = {
  id: customer.answers.id,
  name: customer.answers.name,
  email: customer.answers.email,
  phone: customer.answers.phone,
};

const sums = {
  orders: label(
    'Sipariş sayısı',
    'Orders',
  )(t.Integer({ minimum: 0, description: 'Without those that were cancelled.', ...unit('count') })),
  unpaid: label(
    'Ödeme bekleyen sipariş',
    'Unpaid orders',
  )(
    t.Integer({
      minimum: 0,
      description: 'Of `orders`, those whose transfer has not come; `total` has none of them.',
      ...unit('count'),
    }),
  ),
  total: label(
    'Alışveriş toplamı',
    'Sum of the orders',
  )(
    kurus({
      minimum: -KURUS_MAX,
      description: 'Totals of orders that are paid, or paid at the door, less the money given back.',
    }),
  ),
};

export const listedCustomerSchema = typeNamed('CustomerRow')(
  object({
    ...person,
    ...sums,
    lastOrder: label(
      'Son sipariş',
      'Last order',
    )(object({ id: answers.id, number: answers.number, channel: answers.channel, placedAt: answers.placedAt })),
  }),
);

const orderOfCustomer = object({
  id: answers.id,
  number: answers.number,
  externalNumber: answers.externalNumber,
  channel: answers.channel,
  total: answers.total,
  refunded: answers.refunded,
  refund: refundState,
  payment: answers.payment,
  fulfilment: answers.fulfilment,
  placedAt: answers.placedAt,
});

const returnOfCustomer = object({
  id: orderReturn.answers.id,
  orderId: orderReturn.answers.orderId,
  number: answers.number,
  kind: orderReturn.answers.kind,
  state: orderReturn.answers.state,
  noticedAt: orderReturn.answers.noticedAt,
});

/** Fields of a customer with the history of the orders. */
export const customerHistory = {
  ...person,
  rev: customer.answers.rev,
  identityAttached,
  anonymizedAt: customer.answers.anonymizedAt,
  createdAt: customer.answers.createdAt,
  ...sums,
  cancelled: label('İptal edilen sipariş', 'Cancelled orders')(t.Integer({ minimum: 0, ...unit('count') })),
  firstOrderAt: label('İlk sipariş', 'First order')(nullable(time())),
  lastOrderAt: label('Son sipariş', 'Last order')(nullable(time())),
  returns: label('İade sayısı', 'Returns')(t.Integer({ minimum: 0, ...unit('count') })),
  addresses: label(
    'Teslimat adresleri',
    'Addresses of delivery',
  )(t.Array(orderAddress, { description: 'Of the newest orders, the last one first; none of a forgotten customer.' })),
  lastOrders: label(
    'Son siparişler',
    'Last orders',
  )(t.Array(orderOfCustomer, { description: `The newest ${SHOWN_MAX}; \`orders.list\` has all.` })),
  lastReturns: label(
    'Son iadeler',
    'Last returns',
  )(t.Array(returnOfCustomer, { description: `The newest ${SHOWN_MAX}.` })),
};
