import { email, form, label, line, nullable, object, oneOf, personal, t, words } from '../../kernel/schema/schema';
import { provinces } from '../../store/identity/places';

/** The phone number of a buyer: the carrier calls it as well. */
const phone = label(
  'Telefon',
  'Telephone',
)(
  t.String({
    pattern: '^\\+[1-9]\\d{7,14}$',
    description: 'In E.164, e.g. +905321234567.',
    ...form('ülke koduyla, ör. +905321234567', 'a number with its country, e.g. +905321234567'),
  }),
);

const name = label('Ad soyad', 'Name')(line(120));

export const buyerFields = {
  name: personal(name),
  email: personal(label('E-posta', 'E-mail')(email())),
  phone: personal(phone),
};

const province = label(
  'İl',
  'Province',
)(oneOf(provinces, words(Object.fromEntries(provinces.map((each) => [each, [each, each] as const])))));

/** An address of delivery in Turkey. */
export const address = object({
  name,
  phone,
  address: label('Adres', 'Address')(line(300)),
  district: label('İlçe', 'District')(line(60)),
  province,
  postalCode: label(
    'Posta kodu',
    'Postal code',
  )(nullable(t.String({ pattern: '^\\d{5}$', ...form('5 rakam', '5 digits') }))),
});

/** The person or company that the invoice names, where that is not the buyer at the address of delivery. */
export const billing = object({
  kind: label(
    'Fatura türü',
    'Kind of invoice',
  )(oneOf(['person', 'company'], words({ person: ['bireysel', 'person'], company: ['kurumsal', 'company'] }))),
  title: label('Ad veya unvan', 'Name or legal name')(line(300)),
  taxOffice: label('Vergi dairesi', 'Tax office')(nullable(line(100))),
  taxNumber: label(
    'Vergi kimlik numarası',
    'Tax number',
  )(nullable(t.String({ pattern: '^\\d{10}$', ...form('10 rakam', '10 digits') }))),
  address: label('Adres', 'Address')(line(300)),
  district: label('İlçe', 'District')(line(60)),
  province,
});
