/*
 * The providers that examples name. The demo of the product runs their simulators, so each example can be tried there.
 */

export { booked as exampleBooking, demoShipmentId, underWay as bookedParcel } from '../provider/geliver/demo';

/** The marketplace of the examples. */
export const exampleMarketplace = 'trendyol';

/** The provider of cargo of the examples. */
export const exampleCargo = 'geliver';
