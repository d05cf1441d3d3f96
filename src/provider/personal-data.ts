/** Data of buyers that an extension may receive. */
export const personalData = ['name', 'email', 'telephone', 'address', 'identity_number', 'order'] as const;

export type PersonalData = (typeof personalData)[number];

/** The names of the data, as `[Turkish, English]`. */
export const personalDataWords: Readonly<Record<PersonalData, readonly [tr: string, en: string]>> = {
  name: ['Ad soyad', 'Name'],
  email: ['E-posta adresi', 'E-mail address'],
  telephone: ['Telefon numarası', 'Telephone number'],
  address: ['Adres', 'Address'],
  identity_number: ['Kimlik veya vergi numarası', 'Identity or tax number'],
  order: ['Siparişin içeriği', 'What was ordered'],
};
