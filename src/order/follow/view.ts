import { id, label, nullable, object, t, time, typeNamed, unit } from '../../kernel/schema/schema';
import { belge } from '../belge/table';
import { orderLine } from '../line/table';
import { order, refundState } from '../order/aggregate';
import { awaitedTransfer } from '../placing/transfer';
import { fields, orderReturn } from '../return/aggregate';
import { shipment, shippedPiece } from '../shipment/aggregate';

const carrierName = label('Kargo firması', 'Carrier')(t.String({ description: 'Its name, for people.' }));

const followedLine = typeNamed('FollowedLine')(
  object({
    id: orderLine.answers.id,
    title: orderLine.answers.title,
    variantTitle: orderLine.answers.variantTitle,
    quantity: orderLine.answers.quantity,
    unitPrice: orderLine.answers.unitPrice,
    requiresShipping: orderLine.answers.requiresShipping,
    withdrawalException: orderLine.answers.withdrawalException,
    returnable: t.Integer({
      minimum: 0,
      description: 'Pieces for which a return may be asked; 0 of an order that nobody has paid for.',
      ...unit('count'),
    }),
  }),
);

const followedShipment = typeNamed('FollowedShipment')(
  object({
    state: shipment.answers.state,
    stateAt: shipment.answers.stateAt,
    carrier: carrierName,
    trackingNumber: shipment.answers.trackingNumber,
    trackingUrl: shipment.answers.trackingUrl,
    pieces: t.Array(shippedPiece),
  }),
);

const followedReturn = typeNamed('FollowedReturn')(
  object({
    id: orderReturn.answers.id,
    kind: orderReturn.answers.kind,
    state: orderReturn.answers.state,
    noticedAt: orderReturn.answers.noticedAt,
    pieces: t.Array(shippedPiece),
    instructions: nullable(
      object({
        carrier: nullable(carrierName),
        code: nullable(fields.code),
        text: nullable(fields.instructions),
        sendUntil: time(),
      }),
    ),
    rejection: nullable(object({ text: fields.rejection, recourse: t.String() })),
  }),
);

const { answers } = order;

/** An order as its buyer follows it. */
export const followedOrder = typeNamed('FollowedOrder')(
  object({
    id: answers.id,
    rev: answers.rev,
    number: answers.number,
    placedAt: answers.placedAt,
    payment: answers.payment,
    paymentMethod: answers.paymentMethod,
    fulfilment: answers.fulfilment,
    cancelReason: answers.cancelReason,
    itemsTotal: answers.itemsTotal,
    discountTotal: answers.discountTotal,
    shippingTotal: answers.shippingTotal,
    codFee: answers.codFee,
    total: answers.total,
    refunded: answers.refunded,
    refund: refundState,
    shippingAddress: answers.shippingAddress,
    transfer: nullable(awaitedTransfer),
    lines: t.Array(followedLine),
    shipments: t.Array(followedShipment),
    returns: t.Array(followedReturn),
    withdrawal: object(
      {
        until: nullable(time({ description: 'The last moment; null: the days do not run yet.' })),
        isOver: t.Boolean({ description: 'True once the moment has passed: faulty goods may still come back.' }),
      },
      { description: 'The right of the buyer to give goods back without a reason.' },
    ),
    documents: t.Array(object({ id: belge.answers.id, kind: belge.answers.kind })),
  }),
);

/** The page of an order by its parts. */
export const followedAt = typeNamed('FollowedAt')(
  object({ orderId: id('ord'), key: t.String({ description: 'The secret part of the address of its page.' }) }),
);
