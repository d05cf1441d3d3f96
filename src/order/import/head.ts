import { telephoneIn } from '../../kernel/telephone';
import { isNationalId } from '../../store/identity/checksum';
import type { OrderAddress, OrderBilling } from '../order/address';
import type { OrderRow } from '../order/aggregate';
import type { ImportHead } from '../package/payload';

/** Fields of an order that tell of its buyer. */
export type Buyer = Pick<OrderRow, 'buyerName' | 'buyerEmail' | 'buyerPhone' | 'shippingAddress' | 'billing'>;

const NOBODY = '-';

/** The buyer of an order as its marketplace tells of him. */
export function buyerOf({ customer, shippingAddress, billingAddress }: ImportHead): Buyer {
  return {
    buyerName: customer.name,
    buyerEmail: customer.email,
    buyerPhone: telephoneOf(shippingAddress) ?? telephoneOf(billingAddress) ?? null,
    shippingAddress: shippingAddress && addressOf(shippingAddress),
    billing: billingAddress && billingOf(billingAddress, customer),
  };
}

type Address = NonNullable<ImportHead['shippingAddress']>;

/** A marketplace writes numbers in its own way; one that is none stays with the address alone. */
const telephoneOf = (address: Pick<Address, 'phone'> | null) =>
  address?.phone ? telephoneIn(address.phone) : undefined;

const placeOf = ({ line, district, city, country }: Address) => ({ address: line, district, province: city, country });

const addressOf = (address: Address): OrderAddress => ({
  name: address.name ?? address.company,
  phone: address.phone,
  ...placeOf(address),
  postalCode: address.postalCode,
});

function billingOf(
  address: NonNullable<ImportHead['billingAddress']>,
  { name, identityNumber }: ImportHead['customer'],
): OrderBilling {
  const stated = address.taxNumber ?? identityNumber;
  // A number of eleven digits is of a person, and is kept sealed.
  const taxNumber = stated !== null && /^\d{10}$/.test(stated) ? stated : null;
  return {
    kind: address.company !== null || taxNumber !== null ? 'company' : 'person',
    title: address.company ?? address.name ?? name,
    taxOffice: address.taxOffice,
    taxNumber,
    ...placeOf(address),
  };
}

/** The identity number that a marketplace tells, if it is one: it writes 11111111111 for a buyer who has stated none. */
export function identityIn({ customer, billingAddress }: ImportHead): string | null {
  const stated = [customer.identityNumber, billingAddress?.taxNumber ?? null];
  return stated.find((number) => number !== null && isNationalId(number)) ?? null;
}

/** Fills empty fields by what is told later; what is told already stays. */
const filled = <T extends object>(known: T | null, said: T | null): T | null => {
  if (!known || !said) return known ?? said;
  const fields = Object.entries(said).filter(([name]) => (known as Record<string, unknown>)[name] === null);
  return { ...known, ...Object.fromEntries(fields) };
};

export const completed = (known: Buyer, said: Buyer): Buyer => ({
  buyerName: known.buyerName === NOBODY ? said.buyerName : known.buyerName,
  buyerEmail: known.buyerEmail ?? said.buyerEmail,
  buyerPhone: known.buyerPhone ?? said.buyerPhone,
  shippingAddress: filled(known.shippingAddress, said.shippingAddress),
  billing: filled(known.billing, said.billing),
});
