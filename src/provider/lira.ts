/** Kuruş as providers write them: lira, a point and two digits. By their text alone, so that no amount is rounded. */
export function liraOf(kurus: number): string {
  const digits = String(kurus).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Lira as providers write them, to twelve digits; some with a comma, and some with zeros behind the kuruş. */
const LIRA = /^(\d{1,12})(?:[.,](\d{1,10}))?$/;

/**
 * Decimal lira in kuruş. A number of JSON is read by the shortest text that means it, which up to fifteen digits is the one that was sent.
 * @returns undefined of what is no amount, or none in whole kuruş
 */
export function kurusIn(lira: string | number): number | undefined {
  const [, whole, part = ''] = LIRA.exec(String(lira)) ?? [];
  return whole !== undefined && /^\d{0,2}0*$/.test(part) ? kurusOf(whole, part) : undefined;
}

/** The whole kuruş in an amount that may have parts of one, e.g. a share of a surcharge. @returns undefined of what is no amount */
export function wholeKurusIn(lira: string | number): number | undefined {
  const [, whole, part = ''] = LIRA.exec(String(lira)) ?? [];
  return whole === undefined ? undefined : kurusOf(whole, part);
}

const kurusOf = (whole: string, part: string): number => Number(whole + part.slice(0, 2).padEnd(2, '0'));
