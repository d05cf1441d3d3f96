import { session } from '../checkout/session/table';
import { entity } from '../kernel/declaration/entity';
import { belgeTitles } from './belge/store';
import { belge, belgeSchema } from './belge/table';
import { customer, customerSchema } from './customer/aggregate';
import { customerTitles } from './customer/store';
import { orderEvent, orderEventSchema } from './event/table';
import { lineTitles } from './line/store';
import { orderLine, orderLineSchema } from './line/table';
import { order } from './order/aggregate';
import { orderTitles } from './order/store';
import { orderEntity } from './order/view';
import { packageTitles } from './package/store';
import { orderPackage, orderPackageSchema } from './package/table';
import { paymentTitles } from './payment/store';
import { payment, paymentEntity } from './payment/table';
import { refund, refundSchema } from './refund/aggregate';
import { refundTitles } from './refund/store';
import { orderReturn, returnSchema } from './return/aggregate';
import { returnTitles } from './return/store';
import { shipment, shipmentSchema } from './shipment/aggregate';
import { shipmentTitles } from './shipment/store';
import { linkSchema } from './telephone/link';

export default [
  entity(order.word, orderEntity, {
    titles: { prefix: order.prefix, field: 'number', find: orderTitles },
    person: 'customerId',
  }),
  entity(orderLine.word, orderLineSchema, {
    titles: { prefix: 'oln', field: 'title', find: lineTitles },
    partOf: ['orderId'],
    ties: ['productId', 'variantId'],
  }),
  entity(orderEvent.word, orderEventSchema, {
    titles: { titleOf: (id) => id },
    partOf: ['orderId', 'customerId'],
    person: 'customerId',
    ties: ['subjectId'],
  }),
  entity(belge.word, belgeSchema, {
    titles: { prefix: 'blg', find: belgeTitles },
    partOf: ['orderId'],
    byShop: ['digest'],
  }),
  entity(orderPackage.word, orderPackageSchema, {
    titles: { prefix: orderPackage.prefix, find: packageTitles },
    partOf: ['orderId'],
    ties: ['pieces/lineId', 'held/productId', 'held/variantId', 'shipmentId'],
  }),
  entity(shipment.word, shipmentSchema, {
    titles: { prefix: shipment.prefix, find: shipmentTitles },
    partOf: ['orderId', 'customerId'],
    person: 'customerId',
    ties: ['pieces/lineId'],
  }),
  // Carts are the shoppers' own; of one on the telephone the trail tells its link.
  entity(session.word, linkSchema, { titles: { titleOf: (id) => id } }),
  entity(payment.word, paymentEntity, { titles: { prefix: 'pay', find: paymentTitles } }),
  entity(refund.word, refundSchema, {
    titles: { prefix: refund.prefix, find: refundTitles },
    partOf: ['orderId', 'customerId'],
    person: 'customerId',
    ties: ['pieces/lineId'],
    untied: { paymentId: 'is of the order, by which it is found' },
  }),
  entity(orderReturn.word, returnSchema, {
    titles: { prefix: orderReturn.prefix, find: returnTitles },
    partOf: ['orderId'],
    ties: ['pieces/lineId', 'receipts/lineId', 'refunds'],
    person: 'customerId',
  }),
  entity(customer.word, customerSchema, {
    titles: { prefix: customer.prefix, find: customerTitles },
    person: 'id',
  }),
];
