import { label, nullable, object, t, typeNamed, unit } from '../../kernel/schema/schema';
import { belgeSchema } from '../belge/table';
import { customer } from '../customer/aggregate';
import { identityAttached } from '../customer/described';
import { orderEventSchema } from '../event/table';
import { shownLineSchema } from '../line/table';
import { order, refundState } from '../order/aggregate';
import { piecesOversold, piecesUnmapped, shownPackageSchema } from '../package/view';
import { paymentSchema } from '../payment/table';
import { refundSchema } from '../refund/aggregate';
import { returnSchema, returnState } from '../return/aggregate';
import { shipmentSchema } from '../shipment/aggregate';

/** The customer record as it is now. The buyer in the order stays as he was. */
const orderCustomer = customer.label(
  object({
    id: customer.answers.id,
    rev: customer.answers.rev,
    identityAttached,
    anonymizedAt: customer.answers.anonymizedAt,
  }),
);

export const orderSchema = typeNamed('Order')(
  order.label(
    object({
      ...order.answers,
      refund: refundState,
      customer: orderCustomer,
      lines: t.Array(shownLineSchema),
      oversold: piecesOversold,
      unmapped: piecesUnmapped,
      packages: t.Array(shownPackageSchema),
      shipments: t.Array(shipmentSchema),
      payments: t.Array(paymentSchema),
      refunds: t.Array(refundSchema),
      returns: t.Array(returnSchema),
      documents: label('Yasal belgeler', 'Legal documents')(t.Array(belgeSchema)),
      timeline: t.Array(orderEventSchema),
    }),
  ),
);

export const listedOrderSchema = typeNamed('OrderRow')(
  order.label(
    object({
      ...order.listedAnswers,
      refund: refundState,
      pieces: label('Parça', 'Pieces')(t.Integer(unit('count'))),
      oversold: piecesOversold,
      unmapped: piecesUnmapped,
      packages: label(
        'Paket',
        'Packages',
      )(t.Integer({ minimum: 0, description: 'Packages at the marketplace.', ...unit('count') })),
      return: nullable({ ...returnState, description: 'Of the return that is most urgent; null: there is none.' }),
      returns: label('İade sayısı', 'Returns')(t.Integer({ minimum: 0, ...unit('count') })),
    }),
  ),
);
