import { t } from '../../kernel/schema/schema';
import type { CargoAddress } from '../cargo-port';
import { ProviderRefused } from '../error';
import { provinceOf } from './province';

/** The fields of Geliver's addresses that are read. */
export const addressSchema = t.Object({
  id: t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  shortName: t.Optional(t.Union([t.String({ maxLength: 500 }), t.Null()])),
});

/** An address as Geliver takes it. @throws ProviderRefused of a province that there is not, before anything is asked */
export function addressOf({ name, phone, email, address, city, district, postalCode }: CargoAddress): object {
  const province = provinceOf(city);
  if (!province)
    throw new ProviderRefused(
      400,
      'city_unknown',
      `Geliver takes no address in ${city}, which is no province of Turkey.`,
    );
  return {
    name,
    phone,
    ...(email === null ? {} : { email }),
    address1: address,
    countryCode: 'TR',
    cityCode: province.code,
    cityName: province.name,
    districtName: district,
    ...(postalCode === null ? {} : { zip: postalCode }),
  };
}
