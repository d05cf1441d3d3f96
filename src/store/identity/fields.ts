import { closed, email, form, label, line, nullable, oneOf, personal, t, words } from '../../kernel/schema/schema';
import { iban } from './iban';
import { provinces } from './places';

/** Companies are those of the commercial code (TTK 124). */
const legalForm = label(
  'Hukuki yapı',
  'Legal form',
)(
  oneOf(
    ['sole_trader', 'general_partnership', 'limited_partnership', 'limited', 'joint_stock', 'cooperative'],
    words({
      sole_trader: ['şahıs işletmesi', 'sole trader'],
      general_partnership: ['kollektif şirket', 'general partnership'],
      limited_partnership: ['komandit şirket', 'limited partnership'],
      limited: ['limited şirket', 'limited company'],
      joint_stock: ['anonim şirket', 'joint-stock company'],
      cooperative: ['kooperatif', 'cooperative'],
    }),
  ),
);

const taxNumber = label(
  'Vergi kimlik numarası',
  'Tax number',
)(
  t.String({
    pattern: '^\\d{10}$',
    description: 'The VKN of a company; a sole trader has none.',
    ...form('10 rakam; şahıs işletmesinde boş kalır', '10 digits'),
  }),
);

const mersis = label(
  'MERSİS numarası',
  'MERSIS number',
)(
  t.String({
    pattern: '^\\d{16}$',
    description: 'Number in the trade register; a craftsman has none.',
    ...form('16 rakam', '16 digits'),
  }),
);

const phone = label(
  'Telefon',
  'Telephone',
)(
  t.String({
    pattern: '^(\\+[1-9]\\d{7,14}|444\\d{4})$',
    description: 'Number in E.164, e.g. +908501234567, or of the form 4441234.',
    ...form(
      'ülke koduyla, ör. +908501234567, ya da 4441234',
      'a number with its country, e.g. +908501234567, or 4441234',
    ),
  }),
);

const kep = label(
  'KEP adresi',
  'Registered e-mail (KEP)',
)(
  email({
    pattern: '\\.kep\\.tr$',
    description: 'At a provider of registered e-mail, e.g. kahve@hs01.kep.tr.',
    ...form('.kep.tr ile biten bir adres', 'an address that ends in .kep.tr'),
  }),
);

const district = label(
  'İlçe',
  'District',
)(line(60, { description: 'District of the province, as the postal service writes it.' }));

const province = label(
  'İl',
  'Province',
)(oneOf(provinces, words(Object.fromEntries(provinces.map((name) => [name, [name, name] as const])))));

const nationalId = label(
  'T.C. kimlik numarası',
  'National id',
)(
  t.String({
    pattern: '^[1-9]\\d{10}$',
    description: 'The TCKN of a sole trader; a company has none.',
    ...form('11 rakam; yalnız şahıs işletmesinde', '11 digits'),
  }),
);

/** The fields are read by readers of the settings, and by no agent: see `store.identity.get`. */
const ofSettings = closed('store:admin');

/** A sole trader is a person, so whatever names one is data of a person. */
export const fields = {
  legalForm: ofSettings(legalForm),
  title: ofSettings(personal(label('Unvan', 'Legal name')(line(300)))),
  taxOffice: ofSettings(label('Vergi dairesi', 'Tax office')(line(100))),
  taxNumber: ofSettings(nullable(taxNumber)),
  mersis: ofSettings(nullable(personal(mersis))),
  address: ofSettings(personal(label('Adres', 'Address')(line(300)))),
  district: ofSettings(district),
  province: ofSettings(province),
  email: ofSettings(personal(label('E-posta', 'E-mail')(email()))),
  phone: ofSettings(personal(phone)),
  kep: ofSettings(nullable(personal(kep))),
  nationalId: ofSettings(nullable(personal(nationalId))),
  iban: ofSettings(nullable(personal(iban))),
};
