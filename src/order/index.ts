import type { Noun } from '../noun';
import accountOrders from './answer/account.orders';
import accountOrdersIdentities from './answer/account.orders.identities';
import accountOrdersPictures from './answer/account.orders.pictures';
import { belge } from './belge/table';
import { customer } from './customer/aggregate';
import entities from './entities';
import { digitalDelivered } from './epin/letter';
import { orderEvent } from './event/table';
import { orderLetters } from './letter/letters';
import { orderLine } from './line/table';
import { order } from './order/aggregate';
import addressSet from './order.address.set';
import cancel from './order.cancel';
import claimSettle from './order.claim.settle';
import codCollect from './order.cod.collect';
import create from './order.create';
import importOrder from './order.import';
import epinFulfill from './order.line.epin.fulfill';
import noteAdd from './order.note.add';
import payLinkCancel from './order.payLink.cancel';
import payLinkSend from './order.payLink.send';
import paymentClose from './order.payment.close';
import paymentReview from './order.payment.review';
import piecesRemove from './order.pieces.remove';
import refundRecord from './order.refund.record';
import refundRequest from './order.refund.request';
import returnApprove from './order.return.approve';
import returnCancel from './order.return.cancel';
import returnReceive from './order.return.receive';
import returnReject from './order.return.reject';
import returnRequest from './order.return.request';
import returnSettle from './order.return.settle';
import ship from './order.ship';
import shipmentCancel from './order.shipment.cancel';
import shipmentRecord from './order.shipment.record';
import shipmentTrack from './order.shipment.track';
import transferConfirm from './order.transfer.confirm';
import belgeGet from './orders.belge.get';
import cargoBook from './orders.cargo.book';
import cargoOffers from './orders.cargo.offers';
import get from './orders.get';
import identityReveal from './orders.identity.reveal';
import list from './orders.list';
import refund from './orders.refund';
import shipmentLabel from './orders.shipment.label';
import shipmentUpdate from './orders.shipment.update';
import { orderPackage } from './package/table';
import accountPayments from './payment/account.payments';
import { payment } from './payment/table';
import { paymentWebhooks } from './payment/webhooks';
import { paymentWork } from './payment/work';
import accountOrdersAddressLabels from './print/account.orders.addressLabels';
import accountOrdersPackingSlips from './print/account.orders.packingSlips';
import accountOrdersPickList from './print/account.orders.pickList';
import { refund as refundTable } from './refund/aggregate';
import { refusals } from './refusals';
import { orderReturn } from './return/aggregate';
import { returnLetters } from './return/letters';
import { epinFulfilment, unpaidOrders } from './schedule';
import { shipment } from './shipment/aggregate';
import accountTelephoneOrders from './telephone/account.telephoneOrders';
import accountTelephoneOrdersFill from './telephone/account.telephoneOrders.fill';
import accountTelephoneOrdersGet from './telephone/account.telephoneOrders.get';
import accountTelephoneOrdersInformation from './telephone/account.telephoneOrders.information';
import accountTelephoneOrdersOpen from './telephone/account.telephoneOrders.open';
import accountTelephoneOrdersPlace from './telephone/account.telephoneOrders.place';
import { payLink } from './telephone/letter';
import accountToday from './today/account.today';
import { cargoWebhooks } from './tracking/webhooks';
import { trackingWork } from './tracking/work';
import { bookingWork, cancellingWork } from './worker/cargo-work';
import { refundWork } from './worker/refund-work';

export default {
  capabilities: [
    list,
    get,
    belgeGet,
    identityReveal,
    create,
    noteAdd,
    codCollect,
    transferConfirm,
    cancel,
    refundRequest,
    refund,
    refundRecord,
    returnRequest,
    returnCancel,
    returnApprove,
    returnReject,
    returnReceive,
    returnSettle,
    ship,
    cargoOffers,
    cargoBook,
    shipmentTrack,
    shipmentUpdate,
    shipmentLabel,
    shipmentCancel,
    shipmentRecord,
    epinFulfill,
    importOrder,
    claimSettle,
  ],
  account: [
    accountOrders,
    accountOrdersIdentities,
    accountOrdersPictures,
    accountOrdersPickList,
    accountOrdersPackingSlips,
    accountOrdersAddressLabels,
    accountPayments,
    paymentClose,
    paymentReview,
    accountToday,
    addressSet,
    piecesRemove,
    accountTelephoneOrders,
    accountTelephoneOrdersOpen,
    accountTelephoneOrdersGet,
    accountTelephoneOrdersFill,
    accountTelephoneOrdersInformation,
    accountTelephoneOrdersPlace,
    payLinkSend,
    payLinkCancel,
  ],
  entities,
  tables: [belge, customer, orderEvent, orderLine, orderPackage, order, payment, refundTable, orderReturn, shipment],
  works: [bookingWork, cancellingWork, paymentWork, refundWork, trackingWork],
  schedules: { once: [epinFulfilment, unpaidOrders] },
  letters: [...orderLetters, payLink, digitalDelivered, ...returnLetters],
  webhooks: [paymentWebhooks, cargoWebhooks],
  refusals,
} satisfies Noun;
