import { bytesText } from '../kernel/bytes';
import { liraText } from '../kernel/money';
import type { Measure } from '../kernel/schema/meaning';
import type { Schema } from './json-schema';

export const isMoney = (schema: Schema): boolean => schema['x-unit'] === 'kuruş';

/** `1.299,00 TL`, as Turkish readers write it. */
export const tl = (kurus: number): string => `${liraText(kurus)} TL`;

/** A number as its unit reads. */
export function amount(value: number, unit: Measure | undefined): string {
  if (unit === 'kuruş') return tl(value);
  return unit === 'bytes' ? bytesText(value, 'en') : String(value);
}
