import { money, plain } from './text';

/** A custom field as people know it. */
export interface FieldName {
  readonly label: string;
  readonly type: string;
}

const TIME = new Intl.DateTimeFormat('tr-TR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Istanbul' });
const DAY = new Intl.DateTimeFormat('tr-TR', { dateStyle: 'long', timeZone: 'UTC' });
const NUMBER = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 10 });

/** A value of a custom field in words. @returns undefined of none, and of what has no words: references and structured data */
export function fieldText({ type }: FieldName, value: unknown): string | undefined {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((one) => partText(type, one) ?? []);
  return parts.length > 0 ? plain(parts.join(', ')) : undefined;
}

function partText(type: string, value: unknown): string | undefined {
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? (value ? 'Evet' : 'Hayır') : undefined;
    case 'money':
      return typeof value === 'number' ? money(value) : undefined;
    case 'integer':
    case 'decimal':
      return typeof value === 'number' ? NUMBER.format(value) : typeof value === 'string' ? value : undefined;
    case 'date':
      return dated(DAY, value);
    case 'date_time':
      return dated(TIME, value);
    case 'json':
    case 'product':
    case 'collection':
    case 'media':
      return undefined;
    default:
      return typeof value === 'string' && value !== '' ? value : undefined;
  }
}

function dated(format: Intl.DateTimeFormat, value: unknown): string | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : format.format(at);
}
