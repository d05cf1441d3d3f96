import type { MutationContext } from '../../kernel/declaration/context';
import { unasked } from '../../provider/conversation/columns';
import { shopAddress } from '../../store/address';
import { note } from '../event/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { movedPieces } from '../piece/progress';
import { saveProgress } from '../piece/save';
import { type ShipmentRow, shipment } from './aggregate';
import { placeOf } from './state';
import { insertShipment } from './store';

type Stated = Pick<ShipmentRow, 'state' | 'carrier' | 'trackingNumber' | 'trackingUrl' | 'pieces'> &
  Pick<ShipmentRow, 'extension' | 'reference' | 'offerId' | 'service' | 'price'>;

/** The columns of a parcel that was booked with no provider. */
export const ownCarriage = { extension: null, reference: null, offerId: null, service: null, price: null } as const;

/** The columns of tracking of a parcel that nobody has looked for yet. */
export const unlooked = { lookWantedAt: null, lookedAt: null } as const;

/** Writes down a parcel of a locked order, and where its pieces are by that. */
export async function makeShipment(
  context: MutationContext,
  { order, lines }: { readonly order: OrderRow; readonly lines: readonly OrderLine[] },
  stated: Stated,
  { title, taxNumber }: { readonly title: string; readonly taxNumber: string | null },
): Promise<ShipmentRow> {
  const { storeId, tx, now, newId, record } = context;
  const at = now.toISOString();
  const place = placeOf(stated.state);
  const row = {
    ...stated,
    id: newId(shipment.prefix),
    orderId: order.id,
    placedAt: order.placedAt,
    orderTotal: order.total,
    stateAt: at,
    packageId: null,
    remoteId: null,
    failure: null,
    forward: {
      webAddress: await shopAddress(context),
      paymentMethod: order.paymentMethod,
      paidAt: order.paidAt,
      dispatchedAt: place === 'shipped' ? at : null,
      carrierTitle: title,
      carrierTaxNumber: taxNumber,
    },
  };
  insertShipment(tx, storeId, row, now);
  const made = { ...row, ...unasked, ...unlooked, rev: 1, createdAt: at, updatedAt: at };
  record(shipment.word, row.id, null, shipment.snapshot(made), { customerId: order.customerId });
  // Only what may leave does: nothing is kept, released or sure to stay by that.
  saveProgress(context, order, lines, movedPieces(lines, row.pieces, null, place));
  note(context, order.id, { kind: 'shipment', subjectId: row.id, state: row.state });
  return made;
}
