import { cargoAnswer, cargoRefusals } from '../cargo/provider/answer';
import { connectCargo } from '../cargo/provider/connect';
import { cargoNeeds } from '../cargo/provider/needs';
import { exampleId } from '../kernel/declaration/example';
import { FileAnswer } from '../kernel/declaration/file';
import { fileWorkRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { LABEL_BYTES_MAX, type LabelType, labelTypes } from '../provider/cargo-port';
import { order } from './order/aggregate';
import { shipment } from './shipment/aggregate';
import { findShipment } from './shipment/store';

/** One that is switched off still prints what was booked before. */
const needs = cargoNeeds('ready', 'label');

const extensions: Readonly<Record<LabelType, string>> = {
  'application/pdf': 'pdf',
  'application/zpl': 'zpl',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

export default fileWorkRoute({
  id: 'orders.shipment.label',
  label: { tr: 'Kargo etiketini al', en: 'Fetch the label of a shipment' },
  http: 'POST /v1/orders/{ord}/cargo/{shp}/label',
  summary:
    'The label of a shipment that was booked with a provider of cargo, as its carrier made it: PDF, ZPL or a picture.',
  policy: 'quote',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  needs,
  params: object({ ord: order.reference, shp: shipment.reference }),
  produces: { types: labelTypes, bytesMax: LABEL_BYTES_MAX },
  refuses: [
    'not_found',
    'invalid_state',
    'not_offered',
    'extension_not_installed',
    'extension_not_ready',
    ...cargoRefusals,
  ],
  example: { params: { ord: exampleId('ord', 'VARAN'), shp: exampleId('shp', 'VARAN') } },

  async run({ db, services, storeId, params: { ord: orderId, shp: shipmentId } }) {
    const { extension: ext, remoteId, state } = await findShipment(db, storeId, { orderId, shipmentId });
    if (ext === null || remoteId === null)
      return refuse('invalid_state', 'No provider of cargo has booked this shipment, so there is no label of it.', {
        facts: { state },
        quotesNobody: true,
      });
    const { adapter } = await connectCargo({ db, services, storeId, ext, needs });
    const { bytes, type } = await cargoAnswer((signal) => adapter.label(remoteId, signal));
    return FileAnswer.of(bytes, { name: `${shipmentId}.${extensions[type]}`, type });
  },
});
