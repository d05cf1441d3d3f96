import type { Filling } from '../../checkout/enclave/fields';
import { districtsOf, provinces } from '../../store/identity/places';
import type { Fields } from './form';
import { FAULTS, type Faults, type FieldName } from './words';

/** The form of an address as somebody has filled it in. */
export type AddressForm = Readonly<Record<FieldName | 'fatura', string>>;

const NAMES = [...(Object.keys(FAULTS) as FieldName[]), 'fatura'] as const;

export const EMPTY_FORM = Object.fromEntries(NAMES.map((name) => [name, ''])) as AddressForm;

export const addressIn = (fields: Fields): AddressForm =>
  Object.fromEntries(NAMES.map((name) => [name, name === 'not' ? fields.text(name) : fields.one(name)])) as AddressForm;

/** Letters as people type them on a keyboard of another language. */
const folded = (text: string): string =>
  text
    .toLocaleLowerCase('tr-TR')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** @returns the district as it is called; undefined: the province has none of this name */
export function districtIn(province: string, written: string): string | undefined {
  const wanted = folded(written);
  return districtsOf(province).find((each) => folded(each) === wanted);
}

const isCompany = ({ fatura }: AddressForm): boolean => fatura === 'kurumsal';

/** Faults of what was filled in. @param isShipped false: an address is for the invoice of a company alone */
export function faultsIn(form: AddressForm, isShipped: boolean): Faults {
  const needed: readonly FieldName[] = [
    'ad',
    'eposta',
    'telefon',
    ...(isShipped || isCompany(form) ? (['adres'] as const) : []),
    ...(isCompany(form) ? (['unvan', 'vergidairesi', 'vergino'] as const) : []),
  ];
  const missing = needed.filter((name) => form[name] === '').map((name) => [name, FAULTS[name]] as const);
  return { ...Object.fromEntries(missing), ...(isShipped || isCompany(form) ? faultsOfPlace(form) : {}) };
}

function faultsOfPlace({ il, ilce }: AddressForm): Faults {
  if (!provinces.includes(il)) return { il: FAULTS.il };
  if (ilce === '') return { ilce: FAULTS.ilce };
  return districtIn(il, ilce) === undefined ? { ilce: `${il} ilinde bu adda bir ilçe yok. Listeden seçin.` } : {};
}

/** Makes the same statement for the checkout. A field that was left out takes the place of its earlier value. */
export function fillingOf(form: AddressForm, isShipped: boolean): Filling {
  const { ad: name, eposta: email, telefon: phone, il: province, adres: address, postakodu, kimlik, not } = form;
  const place = { address, district: districtIn(province, form.ilce) ?? form.ilce, province };
  const company = {
    kind: 'company',
    title: form.unvan,
    taxOffice: form.vergidairesi,
    taxNumber: form.vergino,
  } as const;
  return {
    buyer: { name, email, phone },
    shippingAddress: isShipped ? { name, phone, ...place, postalCode: postakodu || null } : null,
    billing: isCompany(form) ? { ...company, ...place } : null,
    identityNumber: isCompany(form) || kimlik === '' ? null : kimlik,
    note: not || null,
  };
}
