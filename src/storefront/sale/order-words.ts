import { plain } from '../text/text';
import type { Followed } from './checkout-client';

/** How far a step of the way of an order is. */
export interface Progress {
  readonly label: string;
  readonly state: 'done' | 'now' | 'next';
}

const PAYMENT: Readonly<Record<Followed['payment'], string>> = {
  pending_cod: 'Teslimatta ödenecek',
  awaiting_transfer: 'Havale bekleniyor',
  paid: 'Ödendi',
  cancelled: 'İptal edildi',
};

/** The places of orders that have left, among the steps behind the payment; 3: behind all of them. */
const PLACES: Readonly<Partial<Record<Followed['fulfilment'], number>>> = { shipped: 1, delivered: 3 };

/** The steps of an order from its day to its delivery. One that is cancelled, or is not sent, has no more of them. */
export function progressOf({ payment, fulfilment, lines }: Followed): readonly Progress[] {
  if (payment === 'cancelled')
    return [
      { label: 'Sipariş alındı', state: 'done' },
      { label: 'İptal edildi', state: 'now' },
    ];
  const isPaid = payment !== 'awaiting_transfer';
  const first: Progress[] = [
    { label: 'Sipariş alındı', state: 'done' },
    { label: PAYMENT[payment], state: isPaid ? 'done' : 'now' },
  ];
  if (!lines.some(({ requiresShipping }) => requiresShipping)) return first;
  if (fulfilment === 'returned_to_sender')
    return [...first, { label: 'Kargoda', state: 'done' }, { label: 'Mağazaya geri döndü', state: 'now' }];
  const at = PLACES[fulfilment] ?? (isPaid ? 0 : -1);
  const rest = ['Hazırlanıyor', 'Kargoda', 'Teslim edildi'].map((label, nth): Progress => {
    if (nth < at) return { label, state: 'done' };
    return { label, state: nth === at ? 'now' : 'next' };
  });
  return [...first, ...rest];
}

type ShipmentState = Followed['shipments'][number]['state'];

/** Words for a parcel; of states that no buyer is told of there is none. */
export const SHIPMENT_WORDS: Readonly<Partial<Record<ShipmentState, string>>> = {
  booked: 'Kargoya hazır',
  picked_up: 'Kargo firması teslim aldı',
  in_transit: 'Yolda',
  out_for_delivery: 'Dağıtımda',
  attempt_failed: 'Teslim edilemedi, yeniden denenecek',
  delivered: 'Teslim edildi',
  returning: 'Mağazaya geri dönüyor',
  returned: 'Mağazaya geri döndü',
  lost: 'Kargoda kayboldu',
};

type ReturnState = Followed['returns'][number]['state'];

export const RETURN_WORDS: Readonly<Record<ReturnState, string>> = {
  requested: 'Talebiniz alındı',
  approved: 'Onaylandı',
  partially_received: 'Bir kısmı bize ulaştı',
  received: 'Bize ulaştı',
  refunded: 'Parası iade edildi',
  rejected: 'Kabul edilmedi',
  withdrawn: 'Vazgeçtiniz',
};

export const DOCUMENT_WORDS: Readonly<Record<Followed['documents'][number]['kind'], string>> = {
  preliminary_information: 'Ön bilgilendirme formu',
  distance_contract: 'Mesafeli satış sözleşmesi',
};

/** Goods as they were sold. */
export const titleOf = ({ title, variantTitle }: Followed['lines'][number]): string =>
  plain(variantTitle === null ? title : `${title}, ${variantTitle}`);
