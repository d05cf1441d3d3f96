const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1024;

/** 9214 → `9,0 KiB`: to a tenth, in the largest unit of which there is at least one. @param locale the locale of the decimal sign */
export function bytesText(bytes: number, locale: string): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / Math.log2(STEP)));
  const digits = power === 0 ? 0 : 1;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(bytes / STEP ** power)} ${UNITS[power]}`;
}
