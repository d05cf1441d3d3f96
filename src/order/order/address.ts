import { label, line, nullable, object, oneOf, type Static, t, words } from '../../kernel/schema/schema';

/*
 * Addresses as orders keep them. Of what was bought in the shop nothing is missing; a marketplace sends parcels abroad, leaves out what it
 * does not tell, and completes it later.
 */

const text = (tr: string, en: string, most: number) => label(tr, en)(nullable(line(most)));

const country = t.Optional(
  label(
    'Ülke',
    'Country',
  )(nullable(t.String({ description: 'ISO 3166-1 alpha-2. Left out: Turkey; null: the marketplace does not tell.' }))),
);

const place = {
  address: text('Adres', 'Address', 500),
  district: text('İlçe', 'District', 100),
  province: text('İl veya şehir', 'Province or city', 100),
};

/** The address of delivery of an order. */
export const orderAddress = object({
  name: text('Ad soyad', 'Name', 200),
  phone: text('Telefon', 'Telephone', 30),
  ...place,
  postalCode: text('Posta kodu', 'Postal code', 20),
  country,
});
export type OrderAddress = Static<typeof orderAddress>;

/** The party that the invoice of an order names. */
export const orderBilling = object({
  kind: label(
    'Fatura türü',
    'Kind of invoice',
  )(oneOf(['person', 'company'], words({ person: ['bireysel', 'person'], company: ['kurumsal', 'company'] }))),
  title: text('Ad veya unvan', 'Name or legal name', 300),
  taxOffice: text('Vergi dairesi', 'Tax office', 100),
  taxNumber: text('Vergi kimlik numarası', 'Tax number', 20),
  ...place,
  country,
});
export type OrderBilling = Static<typeof orderBilling>;
