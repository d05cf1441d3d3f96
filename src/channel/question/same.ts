/** Compares texts of answers. Marketplaces join spaces and lines. */
export const isSame = (one: string, other: string): boolean => plainOf(one) === plainOf(other);
const plainOf = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
