/** Digits of a text, of which the caller knows that it has no others. */
const digitsOf = (text: string): number[] => [...text].map(Number);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Whether the last digit of a tax number (VKN) of ten digits follows from the others. One of ten equal digits is none, though it may
 * fit: such stand for buyers without a number.
 * @see https://github.com/arthurdejong/python-stdnum/blob/5d4ad17/stdnum/tr/vkn.py
 */
export function isTaxNumber(text: string): boolean {
  if (!/^(\d)(?!\1{9})\d{9}$/.test(text)) return false;
  const digits = digitsOf(text);
  const weighted = digits.slice(0, 9).map((digit, index) => {
    const shifted = (digit + 9 - index) % 10;
    return shifted === 9 ? 9 : (shifted * 2 ** (9 - index)) % 9;
  });
  return digits[9] === (10 - (sum(weighted) % 10)) % 10;
}

/**
 * Whether the last two digits of a number of a person (TCKN) of eleven digits follow from the others.
 * @see https://github.com/arthurdejong/python-stdnum/blob/5d4ad17/stdnum/tr/tckimlik.py
 */
export function isNationalId(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = digitsOf(text);
  const at = (parity: 0 | 1): number => sum(digits.slice(0, 9).filter((_, index) => index % 2 === parity));
  const tenth = (((7 * at(0) - at(1)) % 10) + 10) % 10;
  return digits[9] === tenth && digits[10] === sum(digits.slice(0, 10)) % 10;
}

/** Whether an IBAN of Turkey, in capitals and without spaces, has the remainder 1 of ISO 13616 (mod 97). */
export function isIban(text: string): boolean {
  if (!/^TR\d{7}0\d{16}$/.test(text)) return false;
  const numbers = (text.slice(4) + text.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(numbers) % 97n === 1n;
}
