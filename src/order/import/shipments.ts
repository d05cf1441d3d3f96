import type { MutationContext } from '../../kernel/declaration/context';
import type { PackageState } from '../../provider/channel/package';
import { unasked } from '../../provider/conversation/columns';
import { shopAddress } from '../../store/address';
import { note } from '../event/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { packageShipments } from '../package/store';
import type { PackageRow } from '../package/table';
import { movedPieces } from '../piece/progress';
import { type ShipmentRow, shipment } from '../shipment/aggregate';
import { ownCarriage, unlooked } from '../shipment/make';
import { placeOf, type ShipmentState } from '../shipment/state';
import { changeShipment, insertShipment } from '../shipment/store';
import type { Placing } from './lines';

/**
 * The place of the parcel of a package. A package that is still to be prepared is no parcel yet: its pieces wait as those of any order do.
 * A word of the marketplace that nobody knows moves nothing.
 */
const STANDS: Readonly<Partial<Record<PackageState, ShipmentState>>> = {
  preparing: 'booked',
  invoiced: 'booked',
  shipped: 'in_transit',
  at_collection_point: 'out_for_delivery',
  undelivered: 'attempt_failed',
  delivered: 'delivered',
  returned: 'returned',
};

const sameOf = (left: Placing, right: Placing): boolean =>
  left.length === right.length &&
  left.every((each) => right.some(({ lineId, quantity }) => lineId === each.lineId && quantity === each.quantity));

/** Parcels of an order that are packages of its marketplace: each live package is one of them, and nothing else moves them. */
export class PackageParcels {
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly context: MutationContext,
    private readonly order: OrderRow,
    private readonly known: readonly ShipmentRow[],
    private readonly webAddress: string,
  ) {}

  static async of(context: MutationContext, order: OrderRow, isNew: boolean): Promise<PackageParcels> {
    return new PackageParcels(
      context,
      order,
      isNew ? [] : await packageShipments(context.tx, context.storeId, order.id),
      await shopAddress(context),
    );
  }

  /**
   * Moves parcels to where their packages are. What has no package any more is cancelled first, so its pieces are free for others.
   * @returns the lines and packages as they are by that
   */
  move(
    packages: readonly PackageRow[],
    placings: ReadonlyMap<string, Placing>,
    lines: readonly OrderLine[],
  ): { readonly lines: readonly OrderLine[]; readonly packages: readonly PackageRow[] } {
    let moved = lines;
    const stays = new Set<string>();
    for (const parcel of this.known) {
      const placing = placings.get(parcel.packageId as string) ?? [];
      if (sameOf(placing, parcel.pieces)) stays.add(parcel.id);
      else moved = this.step(moved, parcel, 'cancelled');
    }
    const after = packages.map((each) => {
      const pieces = [...(placings.get(each.packageId) ?? [])];
      const parcel = this.known.find(({ id, packageId }) => packageId === each.packageId && stays.has(id));
      const state = STANDS[each.state];
      if (parcel) {
        moved = this.step(moved, parcel, state ?? parcel.state, each);
        return { ...each, pieces };
      }
      if (state === undefined || pieces.length === 0) return { ...each, pieces, shipmentId: null };
      const made = this.made(each, pieces, state);
      moved = movedPieces(moved as OrderLine[], pieces, null, placeOf(state));
      return { ...each, pieces, shipmentId: made };
    });
    return { lines: moved, packages: after };
  }

  /** Sends the new states of the parcels, once their order is there. */
  write(): void {
    for (const write of this.waiting) write();
  }

  private step(
    lines: readonly OrderLine[],
    parcel: ShipmentRow,
    state: ShipmentState,
    said?: PackageRow,
  ): readonly OrderLine[] {
    const { context, order } = this;
    const stateAt = said?.modifiedAt ?? context.now.toISOString();
    const place = placeOf(state);
    const { forward } = parcel;
    const isSent = forward.dispatchedAt === null && place !== null && place !== 'booked';
    const patch = {
      ...(state === parcel.state ? {} : { state, stateAt }),
      ...(isSent ? { forward: { ...forward, dispatchedAt: stateAt } } : {}),
      ...(said ? { trackingNumber: said.trackingNumber, trackingUrl: said.trackingUrl } : {}),
    };
    this.waiting.push(() => {
      changeShipment(context, order, parcel, patch);
      if (state === parcel.state) return;
      const kind = state === 'cancelled' ? 'shipment_cancelled' : 'tracked';
      note(context, order.id, { kind, subjectId: parcel.id, state: kind === 'tracked' ? state : null });
    });
    return movedPieces(lines as OrderLine[], parcel.pieces, placeOf(parcel.state), place);
  }

  private made(said: PackageRow, pieces: PackageRow['pieces'], state: ShipmentState): string {
    const { context, order } = this;
    const { storeId, tx, now, newId, record } = context;
    const at = now.toISOString();
    const carrier = said.carrier ?? said.extension;
    const id = newId(shipment.prefix);
    const place = placeOf(state);
    const row = {
      ...ownCarriage,
      id,
      orderId: order.id,
      state,
      stateAt: said.modifiedAt,
      carrier,
      trackingNumber: said.trackingNumber,
      trackingUrl: said.trackingUrl,
      pieces,
      extension: said.extension,
      packageId: said.packageId,
      remoteId: null,
      failure: null,
      placedAt: order.placedAt,
      orderTotal: order.total,
      forward: {
        webAddress: this.webAddress,
        paymentMethod: order.paymentMethod,
        paidAt: order.paidAt,
        dispatchedAt: place === 'booked' ? null : said.modifiedAt,
        carrierTitle: carrier,
        carrierTaxNumber: null,
      },
    };
    this.waiting.push(() => {
      insertShipment(tx, storeId, row, now);
      const whole = { ...row, ...unasked, ...unlooked, rev: 1, createdAt: at, updatedAt: at };
      record(shipment.word, id, null, shipment.snapshot(whole), { customerId: order.customerId });
      note(context, order.id, { kind: 'shipment', subjectId: id, state });
    });
    return id;
  }
}
