import { carrierLabel } from '../../cargo/carrier/carrier';
import { nameOf } from '../../extension/provider/providers';
import { groupedBy } from '../../kernel/grouped';
import { liraText } from '../../kernel/money';
import { cashWithout } from '../piece/cash';
import { leftToShip } from '../piece/progress';
import { placeOf } from '../shipment/state';
import { addressOf, type PrintedAddress, phoneText, placeText } from './address';
import { holdText, type PackedOrder } from './packing';
import type { PrintedOrder, PrintedParcel } from './store';

/** The address from which parcels come. */
export interface PrintedSender {
  readonly name: string;
  /** The address and the telephone; empty: nobody has stated them. */
  readonly lines: readonly string[];
}

/** The contents of the label of a parcel. */
export interface Label {
  readonly from: PrintedSender;
  readonly to: PrintedAddress;
  readonly number: string;
  /** The place of the parcel among those of its order; null: nobody knows it. */
  readonly parcel: string | null;
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  /** The cash that the courier collects. */
  readonly cash: { readonly amount: string; readonly remark: string | null } | null;
  /** Words about goods that are not to leave; null: they may. */
  readonly warning: string | null;
  /** Words about another label of the parcel; null: there is none. */
  readonly remark: string | null;
}

export interface Labels {
  readonly kind: 'addressLabels';
  readonly labels: readonly Label[];
}

/** The label of a marketplace or a carrier, as a picture on a sheet of that size, in points. */
export interface PicturedLabel {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Labels of parcels as they are stuck on them: those of others, and own ones where there are none. */
export interface ParcelLabels {
  readonly kind: 'parcelLabels';
  readonly labels: readonly (Label | PicturedLabel)[];
}

/** A label with the parcel whose it is; null: it is of the pieces that no parcel has. */
export interface OwnLabel {
  readonly parcel: PrintedParcel | null;
  readonly label: Label;
}

interface PlaceOfSender {
  readonly name?: string;
  readonly title?: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly district: string | null;
  readonly province: string | null;
  readonly postalCode?: string | null;
}

/** The sender on labels: by the name of the shop, at the address that somebody has stated for parcels, or else as the seller. */
export function senderOf(storeName: string, { name, title, address, phone, ...place }: PlaceOfSender): PrintedSender {
  const person = name ?? title ?? null;
  const lines = [
    person === storeName ? null : person,
    address,
    placeText(place),
    phone === null ? null : phoneText(phone),
  ];
  return { name: storeName, lines: lines.flatMap((line) => line ?? []) };
}

/** Gives each order its labels: one for each parcel that is not there yet, and one for the pieces that no parcel has. */
export function labelsOf(
  orders: readonly PackedOrder[],
  parcels: readonly PrintedParcel[],
  from: PrintedSender,
): Label[] {
  const byOrder = groupedBy(parcels, ({ orderId }) => orderId);
  return orders.flatMap((each) =>
    labelsOfOrder(each, byOrder.get(each.order.id) ?? [], from).map(({ label }) => label),
  );
}

/** Gives one order its labels, each with its parcel. */
export function labelsOfOrder(packed: PackedOrder, all: readonly PrintedParcel[], from: PrintedSender): OwnLabel[] {
  const { order, lines } = packed;
  const live = all.filter(({ state }) => ['booked', 'shipped', 'delivered'].includes(placeOf(state) ?? ''));
  const underWay = live.filter(({ state }) => state !== 'delivered');
  const hasRest = lines.some((line) => leftToShip(line) > 0);
  const [chosen, isWithRest] = underWay.length > 0 || hasRest ? [underWay, hasRest] : [live, live.length === 0];
  // Nobody knows into how many parcels the rest goes.
  const countText = (place: number): string => (hasRest ? `Koli ${place}` : `Koli ${place} / ${live.length}`);
  const isOne = live.length + (hasRest ? 1 : 0) <= 1;
  const hold = holdText(order);
  const shared = {
    from,
    to: addressOf(order),
    number: numberText(order),
    cash: cashOf(packed, isOne),
    warning: hold === null ? null : `Göndermeyin: ${hold}.`,
  };
  return [
    ...chosen.map((parcel) => ({
      parcel,
      label: { ...shared, ...carriedBy(parcel), parcel: countText(live.indexOf(parcel) + 1) },
    })),
    ...(isWithRest
      ? [
          {
            parcel: null,
            label: { ...shared, ...carriedByNobody(order), parcel: isOne ? null : countText(live.length + 1) },
          },
        ]
      : []),
  ];
}

const numberText = ({ number, externalNumber }: PrintedOrder): string =>
  externalNumber === null ? number : `${number} (${externalNumber})`;

const carriedBy = ({ carrier, trackingNumber, extension }: PrintedParcel) => ({
  carrier: carrierLabel(carrier),
  trackingNumber,
  remark: extension === null ? null : otherLabel(extension),
});

const carriedByNobody = ({ channel }: PrintedOrder) => ({
  carrier: null,
  trackingNumber: null,
  remark: channel === 'store' ? null : otherLabel(channel),
});

const otherLabel = (extension: string): string =>
  `Kargo barkodu ${nameOf(extension)} etiketindedir; bu etiket yalnızca adrestir.`;

/** The cash of a whole order is collected once, whatever the number of its parcels. */
function cashOf({ order, lines }: PackedOrder, isOne: boolean): Label['cash'] {
  const due = order.payment === 'pending_cod' ? cashWithout(order, lines) : 0;
  if (due === 0) return null;
  return { amount: `${liraText(due)} TL`, remark: isOne ? null : 'Siparişin tamamı için, bir kez alınır.' };
}
