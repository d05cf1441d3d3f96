import { people, places } from '../../kit/people';
import { pick, roll } from '../../kit/prng';
import type { Address, InvoiceAddress } from './wire';

/** An order's address, by what it lacks. `empty`: none came, as of orders abroad at first; `bare`: no district and no telephone. */
export const addressKinds = ['home', 'foreign', 'empty', 'bare'] as const;
export type AddressKind = (typeof addressKinds)[number];

export interface Buyer {
  customerId: number;
  firstName: string;
  lastName: string;
  email: string;
  shipment: Address | null;
  invoice: InvoiceAddress | null;
}

enum Stream {
  Person = 400,
  Place,
  Phone,
}

/** The buyer of an order, by its number. @param commercial a company, with its tax number */
export function buyerOf(seed: number, order: number, kind: AddressKind, commercial: boolean): Buyer {
  const [firstName, lastName] = pick(people, roll(seed, order, Stream.Person));
  const address = addressOf(seed, order, kind);
  const company = commercial ? `${lastName} Dağıtım Ltd. Şti.` : '';
  return {
    customerId: 90_000_000 + order,
    firstName,
    lastName,
    email: `pf+${order}@trendyolmail.example`,
    shipment: address,
    invoice: address && {
      ...address,
      company,
      taxOffice: commercial ? 'Kâğıthane' : '',
      taxNumber: commercial ? String(1_000_000_000 + (roll(seed, order, Stream.Phone) % 1_000_000_000)) : '',
      eInvoiceAvailable: commercial,
    },
  };
}

export function addressOf(seed: number, order: number, kind: AddressKind): Address | null {
  if (kind === 'empty') return null;
  const [firstName, lastName] = pick(people, roll(seed, order, Stream.Person));
  const [city, cityCode, district, postalCode, neighborhood] = pick(places, roll(seed, order, Stream.Place));
  const home: Address = {
    id: 11_000_000 + order,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    company: '',
    address1: `${neighborhood} Mah. Çiçek Sok. No: ${1 + (order % 90)} D: ${1 + (order % 12)}`,
    address2: '',
    addressLines: { addressLine1: `${neighborhood} Mah. Çiçek Sok. No: ${1 + (order % 90)}`, addressLine2: '' },
    fullAddress: `${neighborhood} Mah. Çiçek Sok. No: ${1 + (order % 90)} D: ${1 + (order % 12)} ${district} ${city}`,
    city,
    cityCode,
    district,
    districtId: cityCode * 100 + 1,
    neighborhood,
    neighborhoodId: cityCode * 1_000 + 7,
    countyId: 0,
    countyName: '',
    stateName: '',
    shortAddress: '',
    postalCode,
    countryCode: 'TR',
    phone: `5${String(roll(seed, order, Stream.Phone) % 1_000_000_000).padStart(9, '0')}`,
  };
  if (kind === 'bare') return { ...home, district: '', districtId: 0, phone: null };
  if (kind === 'foreign')
    return {
      ...home,
      address1: 'Strada Lipscani 12',
      addressLines: { addressLine1: 'Strada Lipscani 12', addressLine2: '' },
      fullAddress: 'Strada Lipscani 12 București',
      city: 'București',
      cityCode: 0,
      district: '',
      districtId: 0,
      neighborhood: '',
      stateName: 'Sector 3',
      postalCode: '030031',
      countryCode: 'RO',
      phone: '',
    };
  return home;
}
