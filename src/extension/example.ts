/*
 * The providers that examples name. The demo of the product runs their simulators, so each example can be tried there.
 */

export { booked as exampleBooking, demoShipmentId, underWay as bookedParcel } from '../provider/geliver/demo';

/** A marketplace. */
export const exampleMarketplace = 'trendyol';

/** A provider of cargo. */
export const exampleCargo = 'geliver';
