import { cargoNeeds } from '../../cargo/provider/needs';

/** The operations of a provider of cargo that a booking needs. */
export const bookingNeeds = cargoNeeds('enabled', 'findBooking', 'readOffers', 'book');
