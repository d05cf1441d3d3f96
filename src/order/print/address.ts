import type { PrintedOrder } from './store';

/** A place to which parcels go, as papers name it. */
export interface PrintedAddress {
  readonly name: string;
  readonly phone: string | null;
  readonly address: string | null;
  /** The district, the province, the postal code and a country that is not Turkey. */
  readonly place: string | null;
  /** Words about the parts that nobody has stated; null: a carrier finds the door. */
  readonly missing: string | null;
}

const countries = new Intl.DisplayNames('tr', { type: 'region' });

/** A country by its name; null: it is Turkey, or nobody has stated it. */
function countryText(country: string | null | undefined): string | null {
  if (country === null || country === undefined || country === 'TR') return null;
  return /^[A-Z]{2}$/.test(country) ? (countries.of(country) ?? country) : country;
}

interface StatedRegion {
  readonly district: string | null;
  readonly province: string | null;
  readonly postalCode?: string | null;
  readonly country?: string | null | undefined;
}

/** The last line of an address; null: nobody has stated any of it. */
export function placeText({ district, province, postalCode, country }: StatedRegion): string | null {
  const region = [district, province].filter(Boolean).join(' / ');
  const parts = [postalCode, region, countryText(country)].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' ');
}

/** A telephone number as it is dialled in Turkey; one of another country stays as it is. */
export const phoneText = (phone: string): string => phone.replace(/^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/, '0$1 $2 $3 $4');

/** The telephone of an order; null: nobody has stated one. */
const phoneOf = (phone: string | null): string | null => (phone === null ? null : phoneText(phone));

/** The address to which an order goes. A marketplace may leave out all of it, or some. */
export function addressOf({ shippingAddress, buyerName, buyerPhone, channel }: PrintedOrder): PrintedAddress {
  const whose = channel === 'store' ? 'siparişte yok' : 'pazaryeri bildirmedi';
  if (shippingAddress === null)
    return { name: buyerName, phone: phoneOf(buyerPhone), address: null, place: null, missing: `Adres: ${whose}.` };
  const { name, phone, address, district, province } = shippingAddress;
  const lacking = [
    ...(address === null ? ['adres'] : []),
    ...(district === null ? ['ilçe'] : []),
    ...(province === null ? ['il'] : []),
    ...((phone ?? buyerPhone) === null ? ['telefon'] : []),
  ];
  return {
    name: name ?? buyerName,
    phone: phoneOf(phone ?? buyerPhone),
    address,
    place: placeText(shippingAddress),
    missing: lacking.length === 0 ? null : `Eksik (${whose}): ${lacking.join(', ')}.`,
  };
}
