import { folded } from '../../kernel/folded';

interface Searchable {
  readonly number: string;
  readonly externalNumber: string | null;
  readonly buyerName: string | null;
  readonly buyerEmail: string | null;
  readonly buyerPhone: string | null;
}

/** Of a telephone number the digits, as people of the country type them. */
const digitsOf = (telephone: string): string => telephone.replace(/\D/g, '').replace(/^90(?=\d{10}$)/, '0');

/** How people write a whole number from abroad, or a mobile one with the code of the country. */
const TELEPHONE = /^\s*(\+[\d\s().-]{9,}|(00)?90\s*5[\d\s().-]{9,})$/;

/** What is looked for: a telephone number as the rows have it, anything else as it is. */
export const wantedText = (text: string): string =>
  TELEPHONE.test(text) ? digitsOf(text.replace(/^\s*00/, '')) : text;

/** What an order is found by, in one text: lines keep words of two fields apart. Of a telephone number the digits, as people type them. */
export function searchText(row: Searchable, titles: readonly string[]): string {
  const { number, externalNumber, buyerName, buyerEmail, buyerPhone } = row;
  const parts = [number, externalNumber, buyerName, buyerEmail, buyerPhone && digitsOf(buyerPhone), ...titles];
  return folded([...new Set(parts.filter(Boolean))].join('\n'));
}
