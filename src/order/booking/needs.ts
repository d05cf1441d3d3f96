import { cargoNeeds } from '../../cargo/provider/needs';

/** The operations that ask a provider of cargo for offers of carriers. */
export const offerNeeds = cargoNeeds('enabled', 'requestOffers', 'readOffers');

/** The operations of a provider of cargo that a booking needs. */
export const bookingNeeds = cargoNeeds('enabled', 'findBooking', 'readOffers', 'book');

/** The operations that take a booking back. */
export const cancellingNeeds = cargoNeeds('ready', 'cancel', 'track');

/** The operations that tell where a parcel is. */
export const trackingNeeds = cargoNeeds('ready', 'track');
