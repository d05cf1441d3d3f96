import { bytesText } from '../../kernel/bytes';
import { liraText } from '../../kernel/money';
import type { Measure } from '../../kernel/schema/meaning';
import { shopTimeZone } from '../../kernel/shop-time';
import type { Texts } from './tr';

const locale = ({ language }: Texts): string => (language === 'tr' ? 'tr-TR' : 'en-GB');

/** 14990 → "149,90 TL", in one piece. The comma stays in English texts too: it is Turkish money. */
export const money = (kurus: number): string => `${liraText(kurus)}\u00a0TL`;

export const count = (value: number, texts: Texts): string =>
  new Intl.NumberFormat(locale(texts), { maximumFractionDigits: 20 }).format(value);

/** 12.4 → "+%12,4", as a change. Cut off, not rounded: what stays below a bound must not read as the bound. */
export function percent(value: number, texts: Texts): string {
  const cut = Math.trunc(Number((value * 10).toFixed(6)));
  const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale(texts), options as Intl.NumberFormatOptions).format(cut / 1000);
}

/** A number as its unit reads. */
export function amount(value: number, unit: Measure | undefined, texts: Texts): string {
  if (unit === 'kuruş') return money(value);
  return unit === 'bytes' ? size(value, texts) : count(value, texts);
}

export const size = (bytes: number, texts: Texts): string => bytesText(bytes, locale(texts)).replace(' ', '\u00a0');

/** Names a file that has no name. @param type media type */
export const fileTitle = (type: string, bytes: number, texts: Texts): string =>
  `${type.split('/').at(-1)?.toUpperCase()} · ${size(bytes, texts)}`;

/** A moment by the clock of the shop, wherever the browser is: days of lists and terms are those of the shop, too. */
export const dateTime = (iso: string, texts: Texts): string =>
  new Intl.DateTimeFormat(locale(texts), { dateStyle: 'medium', timeStyle: 'short', timeZone: shopTimeZone }).format(
    new Date(iso),
  );

/** The day of the shop on which a moment lies: a term that ends with a day ends there. */
export const dayOf = (iso: string, texts: Texts): string =>
  new Intl.DateTimeFormat(locale(texts), { dateStyle: 'medium', timeZone: shopTimeZone }).format(new Date(iso));

/** A day without a time, in no zone. */
export const day = (date: string, texts: Texts): string =>
  new Intl.DateTimeFormat(locale(texts), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** "3 dakika önce"; older than a week: the date. */
export function ago(iso: string, texts: Texts, now = Date.now()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  return beside(iso, texts, seconds, Math.min(0, seconds));
}

/** "12 saniye sonra", or "şimdi" of what is due. */
export function ahead(iso: string, texts: Texts, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((Date.parse(iso) - now) / 1000));
  return beside(iso, texts, seconds, seconds);
}

/** @param near the seconds that are said of less than a minute: clocks differ */
function beside(iso: string, texts: Texts, seconds: number, near: number): string {
  if (Math.abs(seconds) > 7 * 86_400) return dateTime(iso, texts);
  const relative = new Intl.RelativeTimeFormat(locale(texts), { numeric: 'auto' });
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
  return relative.format(near, 'second');
}

export function duration(from: string, to: string | null, texts: Texts): string {
  const seconds = Math.max(0, ((to ? Date.parse(to) : Date.now()) - Date.parse(from)) / 1000);
  const [value, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const options = { style: 'unit', unit: unit as string, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(texts), options).format(value as number);
}
