import { bytesText } from '../kernel/bytes';
import type { Measure } from '../kernel/schema/meaning';
import type { Schema } from './json-schema';

export const isMoney = (schema: Schema): boolean => schema['x-unit'] === 'kuruş';

/** `1.299,00 TL`, as Turkish readers write it. */
export function tl(kurus: number): string {
  const [lira, rest] = [Math.trunc(Math.abs(kurus) / 100), Math.abs(kurus) % 100];
  const grouped = String(lira).replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return `${kurus < 0 ? '-' : ''}${grouped},${String(rest).padStart(2, '0')} TL`;
}

/** A number as its unit reads. */
export function amount(value: number, unit: Measure | undefined): string {
  if (unit === 'kuruş') return tl(value);
  return unit === 'bytes' ? bytesText(value, 'en') : String(value);
}
