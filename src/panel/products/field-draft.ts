import { kurusIn, liraText } from '../../kernel/money';
import type { Definition } from '../api/fields';
import type { Edit } from './draft';

type One = string | number | boolean | object;

/** Writes the value of a field as one types it: a list has a line for each value. */
export function typedOf({ type, value }: Definition): string {
  if (value === undefined || value === null) return '';
  const one = (each: One): string => {
    if (type === 'money') return liraText(Number(each));
    if (type === 'json') return JSON.stringify(each, null, Array.isArray(value) ? 0 : 2);
    return String(each);
  };
  return Array.isArray(value) ? value.map((each) => one(each as One)).join('\n') : one(value as One);
}

/** Reads a typed text as the field's value. A text that does not fit is left to the server, which tells the fault. */
function statedOf({ type, list }: Definition, typed: string): One | One[] | undefined {
  const parts = list ? typed.split('\n').filter((line) => line.trim() !== '') : typed === '' ? [] : [typed];
  const values = parts.map((part): One => {
    const text = part.trim();
    if (type === 'json') return jsonIn(text) ?? text;
    if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
    if (type === 'money') return kurusIn(text) ?? text;
    if (type !== 'integer' && type !== 'decimal') return type === 'multiline' ? part : text;
    const number = Number(text.replace(',', '.'));
    return text === '' || Number.isNaN(number) ? text : number;
  });
  return values.length === 0 ? undefined : list ? values : values[0];
}

/** undefined: it is no JSON object, which is all that stands in a field of JSON. */
export function jsonIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether something was typed that is no JSON: of a list, in one of its lines. */
export const isNoJson = ({ type, list }: Pick<Definition, 'type' | 'list'>, typed: string): boolean =>
  type === 'json' &&
  (list ? typed.split('\n') : [typed]).some((text) => text.trim() !== '' && jsonIn(text) === undefined);

/** The commands that fill the fields in as it was typed: one for each that differs from what there is. */
export const fieldCalls = (
  ownerId: string,
  fields: readonly Definition[],
  typed: Readonly<Record<string, string>>,
): Edit[] =>
  fields.flatMap((field): Edit[] => {
    const text = typed[field.id] ?? '';
    if (text === typedOf(field)) return [];
    const value = statedOf(field, text);
    const stated = { ownerId, definitionId: field.id, expectedRev: field.valuesRev ?? 0 };
    // The values of a thing have a rev of their own.
    const told = { of: `values of ${ownerId}`, named: field.label, changes: [field.label] };
    return value === undefined
      ? [{ command: 'metafield.unset', payload: stated, ...told }]
      : [{ command: 'metafield.set', payload: { ...stated, value }, ...told }];
  });
