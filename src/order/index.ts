import cancel from './order.cancel';
import codCollect from './order.cod.collect';
import create from './order.create';
import epinFulfill from './order.line.epin.fulfill';
import noteAdd from './order.note.add';
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

export default [
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
];
