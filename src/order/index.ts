import cancel from './order.cancel';
import codCollect from './order.cod.collect';
import create from './order.create';
import noteAdd from './order.note.add';
import refundRecord from './order.refund.record';
import refundRequest from './order.refund.request';
import ship from './order.ship';
import shipmentCancel from './order.shipment.cancel';
import shipmentTrack from './order.shipment.track';
import transferConfirm from './order.transfer.confirm';
import get from './orders.get';
import list from './orders.list';

export default [
  list,
  get,
  create,
  noteAdd,
  codCollect,
  transferConfirm,
  cancel,
  refundRequest,
  refundRecord,
  ship,
  shipmentTrack,
  shipmentCancel,
];
