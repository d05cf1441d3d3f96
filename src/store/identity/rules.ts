import type { FieldError } from '../../kernel/errors';
import type { StatedIdentity } from './aggregate';
import { isIban, isNationalId, isTaxNumber } from './checksum';
import { isDistrictOf } from './places';

const CHECK_DIGITS = 'has other check digits than it would have';

/** Lists the faults of a company's identity. A citizen's tax number is the TCKN, and companies stand in the trade register. */
const companyErrors = ({ taxNumber, mersis, nationalId }: StatedIdentity): FieldError[] => [
  ...(taxNumber === null ? [fault('taxNumber', 'is needed of a company')] : []),
  ...(mersis === null ? [fault('mersis', 'is needed of a company')] : []),
  ...(nationalId === null ? [] : [fault('nationalId', 'is of a sole trader alone')]),
];

const soleTraderErrors = ({ taxNumber, nationalId }: StatedIdentity): FieldError[] => [
  ...(nationalId === null ? [fault('nationalId', 'is needed of a sole trader')] : []),
  ...(taxNumber === null ? [] : [fault('taxNumber', 'is of a company alone')]),
];

/** Lists the faults of an identity beyond the form of its fields, each under its field; empty when it is complete and true to itself. */
export function identityErrors(stated: StatedIdentity): FieldError[] {
  const { legalForm, taxNumber, nationalId, iban, province, district } = stated;
  return [
    ...(legalForm === 'sole_trader' ? soleTraderErrors(stated) : companyErrors(stated)),
    ...(taxNumber === null || isTaxNumber(taxNumber) ? [] : [fault('taxNumber', CHECK_DIGITS)]),
    ...(nationalId === null || isNationalId(nationalId) ? [] : [fault('nationalId', CHECK_DIGITS)]),
    ...(iban === null || isIban(iban) ? [] : [fault('iban', CHECK_DIGITS)]),
    ...(isDistrictOf(province, district) ? [] : [fault('district', 'is no district of the province')]),
  ];
}

const fault = (field: keyof StatedIdentity, message: string): FieldError => ({ pointer: `/${field}`, message });
