import type { TelephoneFilling } from '../api/types';

/** The buyer and the place of delivery, as they were typed. */
export interface Details {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly recipient: string;
  readonly address: string;
  readonly province: string;
  readonly district: string;
  readonly postalCode: string;
  readonly note: string;
}

export const NO_DETAILS: Details = {
  name: '',
  phone: '',
  email: '',
  recipient: '',
  address: '',
  province: '',
  district: '',
  postalCode: '',
  note: '',
};

/** The fields without which there is no buyer, and no place of delivery. */
const BUYER = ['name', 'phone'] as const;
const PLACE = ['address', 'province', 'district'] as const;

/** The facts of a cart that decide which fields are needed. */
export interface Needs {
  readonly isShipped: boolean;
  readonly needsEmail: boolean;
}

/** Lists the fields that an order needs and nobody has filled in. */
export function missingIn(typed: Details, { isShipped, needsEmail }: Needs): readonly (keyof Details)[] {
  const needed = [...BUYER, ...(needsEmail ? (['email'] as const) : []), ...(isShipped ? PLACE : [])];
  return needed.filter((name) => typed[name].trim() === '');
}

/**
 * Tells the checkout what was typed, as it stands: what is wrong with it is the checkout's to refuse, since it would go on with an earlier
 * buyer otherwise. Half an address is no news yet, and goods that nobody ships have none.
 */
export function fillingOf(typed: Details, isShipped: boolean): TelephoneFilling {
  const { name, phone, email, recipient, address, province, district, postalCode, note } = trimmed(typed);
  const missing = missingIn(typed, { isShipped, needsEmail: false });
  const isBuyer = !BUYER.some((field) => missing.includes(field));
  const to = { name: recipient || name, phone, address, district, province, postalCode: postalCode || null };
  return {
    ...(isBuyer ? { buyer: { name, phone, email: email || null } } : {}),
    ...(missing.length === 0
      ? { shippingAddress: isShipped ? (to as NonNullable<TelephoneFilling['shippingAddress']>) : null }
      : {}),
    note: note || null,
  };
}

const trimmed = (typed: Details): Details =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])) as unknown as Details;
