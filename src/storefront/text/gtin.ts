/** GTIN-8, UPC-A (12), EAN-13 and GTIN-14. */
const FORM = /^(?:\d{8}|\d{12,14})$/;
/** Beginnings (GS1) of numbers that a shop gives to its own things, and of coupons: they name nothing elsewhere. */
const OF_A_SHOP = { short: /^[02]/, long: /^0(?:0[245]|2|9[89])/ };

/**
 * The number by which the whole world knows a product.
 * @param barcode of the shop; a storefront that was written before it was shown has none
 * @returns undefined: it is no such number, its check digit is wrong, or only the shop itself knows it
 */
export function gtinIn(barcode: string | null | undefined): string | undefined {
  const digits = barcode?.trim() ?? '';
  if (!FORM.test(digits)) return undefined;
  const whole = digits.padStart(14, '0');
  if (digits.length === 8 ? OF_A_SHOP.short.test(digits) : OF_A_SHOP.long.test(whole)) return undefined;
  // From the left, every other digit counts threefold; with the last one the sum is full tens.
  const sum = [...whole].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum > 0 && sum % 10 === 0 ? digits : undefined;
}
