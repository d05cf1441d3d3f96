import { type Upon, type UponCall, uponWords } from '../../kernel/declaration/upon';
import { findShipment } from '../shipment/store';
import { addGoods, factsOf, orderThere, placed, unlessRefused, worthOf } from './goods';

interface OfShipment {
  readonly orderId: string;
  readonly shipmentId: string;
}

/** The parcel that a call acts upon: its carrier, its number, and its pieces with their price. */
export async function shipmentUpon({ db, storeId, payload }: UponCall<OfShipment>): Promise<readonly Upon[]> {
  const found = await unlessRefused(async () => ({
    ...(await orderThere(db, storeId, payload.orderId)),
    parcel: await findShipment(db, storeId, payload),
  }));
  if (!found) return [];
  const { lines, parcel } = found;
  const facts = factsOf(found)
    .add('text', { tr: 'Kargo firması', en: 'Carrier' }, parcel.carrier)
    .add('text', { tr: 'Takip no', en: 'Tracking number' }, parcel.trackingNumber)
    .add('money', uponWords.money, worthOf(lines, placed(parcel.pieces)));
  return addGoods(facts, lines, parcel.pieces).all;
}
