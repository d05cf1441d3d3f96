import { couponCodeIn } from '../../coupon/coupon/code';
import { type FieldError, refuse } from '../../kernel/errors';
import { telephoneIn } from '../../kernel/telephone';
import { isNationalId, isTaxNumber } from '../../store/identity/checksum';
import type { Filling, ShopFilling } from './fields';

const CHECK_DIGITS = 'has other check digits than it would have';

const fault = (pointer: string, message: string): FieldError => ({ pointer, message });

const phoneErrors = (at: string, phone: string | undefined): FieldError[] =>
  phone === undefined || telephoneIn(phone) !== undefined
    ? []
    : [fault(`/${at}/phone`, 'must be a telephone number, e.g. 0532 123 45 67 or +49 170 1234567')];

/** An invoice of a company needs its VKN. A sole trader has none, and is told where the TCKN goes. */
function billingErrors({ kind, taxNumber }: NonNullable<Filling['billing']>): FieldError[] {
  if (taxNumber === null)
    return kind === 'company'
      ? [
          fault(
            '/billing/taxNumber',
            'is needed of a company; a sole trader is billed as a person, with the TCKN as identityNumber',
          ),
        ]
      : [];
  return isTaxNumber(taxNumber) ? [] : [fault('/billing/taxNumber', CHECK_DIGITS)];
}

function errorsIn({ buyer, shippingAddress, billing, identityNumber }: ShopFilling): FieldError[] {
  return [
    ...phoneErrors('buyer', buyer?.phone),
    ...phoneErrors('shippingAddress', shippingAddress?.phone),
    ...(billing ? billingErrors(billing) : []),
    ...(typeof identityNumber === 'string' && !isNationalId(identityNumber)
      ? [fault('/identityNumber', CHECK_DIGITS)]
      : []),
  ];
}

const dialled = <T extends { readonly phone: string }>(stated: T): T => ({
  ...stated,
  phone: telephoneIn(stated.phone) ?? stated.phone,
});

/** @throws {Refusal} coupon_unusable of a text that no coupon can have */
const codeIn = (text: string): string =>
  couponCodeIn(text) ?? refuse('coupon_unusable', undefined, { facts: { reason: 'unknown' }, quotesNobody: true });

/**
 * Normalises the shopper's statements to the form in which they are stored: telephones are in E.164, codes in capitals.
 * @throws {Refusal} invalid_request of a statement that fits its form and is wrong all the same; coupon_unusable of what is no code
 */
export function asKept(filling: ShopFilling): ShopFilling {
  const [first, ...more] = errorsIn(filling);
  if (first)
    refuse('invalid_request', `${first.pointer} ${first.message}`, { errors: [first, ...more], quotesNobody: true });
  const { buyer, shippingAddress, coupon } = filling;
  return {
    ...filling,
    ...(buyer ? { buyer: dialled(buyer) } : {}),
    ...(shippingAddress ? { shippingAddress: dialled(shippingAddress) } : {}),
    ...(typeof coupon === 'string' ? { coupon: codeIn(coupon) } : {}),
  };
}
