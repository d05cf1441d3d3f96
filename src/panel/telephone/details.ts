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

const PHONE = /^[0-9+\s().-]{7,40}$/;

/** Tells the checkout what was typed, as far as it is whole: half an address is no news. */
export function fillingOf(typed: Details): TelephoneFilling {
  const { name, phone, email, recipient, address, province, district, postalCode, note } = trimmed(typed);
  const isBuyer = name !== '' && PHONE.test(phone);
  const isAddressed = isBuyer && address !== '' && province !== '' && district !== '';
  const to = { name: recipient || name, phone, address, district, province, postalCode: postalCode || null };
  return {
    ...(isBuyer ? { buyer: { name, phone, email: email || null } } : {}),
    ...(isAddressed ? { shippingAddress: to as NonNullable<TelephoneFilling['shippingAddress']> } : {}),
    note: note || null,
  };
}

const trimmed = (typed: Details): Details =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value.trim()])) as unknown as Details;
