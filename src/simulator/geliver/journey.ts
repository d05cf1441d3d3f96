import type { TrackingStatus } from './wire';

/** A place on the way of a parcel. */
interface Stop {
  readonly status: string;
  readonly tracking: string;
  readonly sub: string;
  readonly details: string;
  readonly place: string;
}

const stop = (status: string, tracking: string, sub: string, details: string, place: string): Stop => ({
  status,
  tracking,
  sub,
  details,
  place,
});

const BEGINNING: readonly Stop[] = [
  stop('OFFER_ACCEPTED', 'PRE_TRANSIT', 'information_received', 'Gönderi bilgisi alındı', ''),
  stop('LABEL_PRINTED', 'PRE_TRANSIT', 'pickup_scheduled', 'Kurye yönlendirildi', ''),
  stop('SHIPPED', 'TRANSIT', 'package_accepted', 'Gönderi şubeye teslim alındı', 'Esenyurt Şube'),
  stop('SHIPPED', 'TRANSIT', 'package_departed', 'Aktarma merkezinden ayrıldı', 'İkitelli Aktarma'),
];
const OUT = stop('SHIPPED', 'TRANSIT', 'out_for_delivery', 'Dağıtıma çıktı', 'Kadıköy Şube');
const ABSENT = stop('SHIPPED', 'FAILURE', 'delivery_rescheduled', 'Alıcı adreste bulunamadı', 'Kadıköy Şube');
const BACK = stop('RETURN_SHIPPED', 'TRANSIT', 'return_to_sender', 'Göndericiye iade ediliyor', 'Kadıköy Şube');

/** How a parcel may fare; `delivered` unless a test says otherwise. */
export const journeys = {
  delivered: [...BEGINNING, OUT, stop('DELIVERED', 'DELIVERED', 'delivered', 'Teslim edildi', 'Kadıköy')],
  second_attempt: [
    ...BEGINNING,
    OUT,
    ABSENT,
    OUT,
    stop('DELIVERED', 'DELIVERED', 'delivered', 'Teslim edildi', 'Kadıköy'),
  ],
  returned: [
    ...BEGINNING,
    OUT,
    ABSENT,
    BACK,
    stop('RETURNED', 'RETURNED', 'return_to_sender', 'Göndericiye teslim edildi', 'Esenyurt'),
  ],
  /** By its carrier, which has it. */
  cancelled: [
    ...BEGINNING,
    stop('CANCELED', 'TRANSIT', 'package_canceled', 'Gönderi iptal edildi', 'İkitelli Aktarma'),
  ],
  lost: [...BEGINNING, stop('SHIPPED', 'FAILURE', 'package_lost', 'Gönderi kayboldu', 'İkitelli Aktarma')],
} as const satisfies Record<string, readonly Stop[]>;

export type Journey = keyof typeof journeys;

/** From this stop on the carrier has the parcel. */
const HANDED_OVER = 2;
export const isHandedOver = (at: number): boolean => at >= HANDED_OVER;

/** Where a journey is, or its end. */
export const stopAt = (journey: Journey, at: number): Stop => {
  const stops = journeys[journey];
  return stops[Math.min(at, stops.length - 1)] as Stop;
};

export const lastOf = (journey: Journey): number => journeys[journey].length - 1;

export const trackingOf = ({ tracking, sub, details, place }: Stop, atMs: number): TrackingStatus => ({
  trackingStatusCode: tracking,
  trackingSubStatusCode: sub,
  statusDetails: details,
  statusDate: new Date(atMs).toISOString(),
  locationName: place,
});
