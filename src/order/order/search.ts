import { folded } from '../../kernel/folded';

interface Searchable {
  readonly number: string;
  readonly externalNumber: string | null;
  readonly buyerName: string | null;
  readonly buyerEmail: string | null;
  readonly buyerPhone: string | null;
}

/** What an order is found by, in one text: lines keep words of two fields apart. Of a telephone number the digits, as people type them. */
export function searchText(row: Searchable, titles: readonly string[]): string {
  const { number, externalNumber, buyerName, buyerEmail, buyerPhone } = row;
  const parts = [
    number,
    externalNumber,
    buyerName,
    buyerEmail,
    buyerPhone?.replace(/\D/g, '').replace(/^90/, '0'),
    ...titles,
  ];
  return folded([...new Set(parts.filter(Boolean))].join('\n'));
}
