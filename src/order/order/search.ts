import { folded } from '../../kernel/folded';

interface Searchable {
  readonly number: string;
  readonly externalNumber: string | null;
  readonly buyerName: string | null;
  readonly buyerEmail: string | null;
  readonly buyerPhone: string | null;
}

/** The digits of a telephone number, as people of the country type them. */
const digitsOf = (telephone: string): string => telephone.replace(/\D/g, '').replace(/^90(?=\d{10}$)/, '0');

/** A whole number with the prefix for calls abroad, or a mobile number with the country code. */
const TELEPHONE = /^\s*(\+[\d\s().-]{9,}|(00)?90\s*5[\d\s().-]{9,})$/;

/** The searched text: a telephone number in the form of the rows, anything else unchanged. */
export const wantedText = (text: string): string =>
  TELEPHONE.test(text) ? digitsOf(text.replace(/^\s*00/, '')) : text;

/**
 * All texts by which an order is found, one a line, so that no match spans two fields. Telephone numbers are digits, as people type them.
 */
export function searchText(row: Searchable, titles: readonly string[]): string {
  const { number, externalNumber, buyerName, buyerEmail, buyerPhone } = row;
  const parts = [number, externalNumber, buyerName, buyerEmail, buyerPhone && digitsOf(buyerPhone), ...titles];
  return folded([...new Set(parts.filter(Boolean))].join('\n'));
}
