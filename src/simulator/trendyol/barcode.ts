import { roll } from '../kit/prng';

/** GS1 prefix of Türkiye. */
const COUNTRY_PREFIX = '869';
const SPACE = 1_000_000_000;
/** Coprime to 10⁹, so that multiplying by it is a permutation; small enough for the product to stay below 2⁵³. */
const MULTIPLIER = 7_368_787;

const inverse = inverseOf(BigInt(MULTIPLIER), BigInt(SPACE));

/** The thirteenth digit of an EAN-13. @param digits the first twelve */
export function eanCheckDigit(digits: string): number {
  let sum = 0;
  for (let position = 0; position < 12; position++) {
    sum += (digits.charCodeAt(position) - 48) * (position % 2 === 0 ? 1 : 3);
  }
  return (10 - (sum % 10)) % 10;
}

/**
 * A valid Turkish EAN-13 of its own for each slot: the slot is permuted within nine digits, so barcodes look unrelated
 * and none has to be remembered to be unique.
 * @param slot 0 … 999,999,999
 */
export function barcodeOf(seed: number, slot: number): string {
  const permuted = (slot * MULTIPLIER + offsetOf(seed)) % SPACE;
  const digits = COUNTRY_PREFIX + String(permuted).padStart(9, '0');
  return digits + eanCheckDigit(digits);
}

/** The slot that {@link barcodeOf} made this barcode for; undefined when it is no barcode of ours. */
export function slotOfBarcode(seed: number, barcode: string): number | undefined {
  if (!/^869\d{10}$/.test(barcode) || eanCheckDigit(barcode) !== Number(barcode[12])) return undefined;
  const permuted = Number(barcode.slice(3, 12)) - offsetOf(seed);
  return Number((((BigInt(permuted) * inverse) % BigInt(SPACE)) + BigInt(SPACE)) % BigInt(SPACE));
}

const offsetOf = (seed: number): number => roll(seed, 0, 99) % SPACE;

function inverseOf(value: bigint, modulus: bigint): bigint {
  let [previous, current] = [modulus, value % modulus];
  let [previousFactor, factor] = [0n, 1n];
  while (current !== 0n) {
    const quotient = previous / current;
    [previous, current] = [current, previous - quotient * current];
    [previousFactor, factor] = [factor, previousFactor - quotient * factor];
  }
  return ((previousFactor % modulus) + modulus) % modulus;
}
