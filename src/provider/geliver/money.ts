/**
 * Decimal lira in a text, e.g. `54.8460`, as kuruş: read digit by digit, since 1.005 × 100 is not 100.5 in binary. What is behind the
 * kuruş is rounded half up. @returns undefined of anything else
 */
export function kurusOf(lira: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,10})(?:\.(\d{1,12}))?$/.exec(lira.trim()) ?? [];
  if (whole === undefined) return undefined;
  const [tenths, hundredths, thousandths] = decimals.padEnd(3, '0');
  return Number(whole) * 100 + Number(`${tenths}${hundredths}`) + (Number(thousandths) >= 5 ? 1 : 0);
}

/** Kuruş as decimal lira: 18990 → `189.90`. */
export const liraOf = (kurus: number): string => `${Math.floor(kurus / 100)}.${String(kurus % 100).padStart(2, '0')}`;
