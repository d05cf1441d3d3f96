/*
 * The simulator of Geliver has these things before the demo begins (`--asked`): offers for one order, and a parcel of another that is
 * booked. Its ids follow from its seed; a test holds them against it.
 */

/** The offer that the example accepts, of an order of the demo. */
export const booked = {
  reference: '1005-01KDEM000000KARTJ1J72F6EMK',
  offerId: 'c4057b32-e1be-22c6-13a4-a6157850ccac',
  carrier: 'SURAT',
  service: 'SURAT_STANDART',
  price: 9_890,
} as const;

/** The parcel of another order that is booked. */
export const underWay = {
  reference: '1007-01KDEM00000VARANJ1J72F6EMK',
  offerId: '392bd8ee-01d0-cacc-5bc6-dc749dc5aa1b',
  carrier: 'SURAT',
  service: 'SURAT_STANDART',
  price: 9_890,
} as const;

export const demoShipmentId = 'b5cf7643-e568-8e78-749a-1d0ca7a53d03';
export const demoSenderId = '75519cd3-34bd-0fde-8953-62b0fba8bf46';
