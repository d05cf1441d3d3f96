import type { Words } from '../../kernel/schema/schema';
import { unspaced, withCountry } from '../../kernel/telephone';

/** The words of JSON Schema that a form is made of; what a command declares beyond them is the server's to refuse. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: Value;
  readonly required?: readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-label'?: Words;
  readonly 'x-words'?: Readonly<Record<string, Words>>;
  readonly 'x-form'?: Words;
  readonly 'x-unit'?: string;
  readonly 'x-help'?: Words;
  readonly 'x-order'?: number;
  readonly 'x-guards'?: boolean;
  readonly 'x-since'?: Value;
}

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Values[]
  | readonly string[]
  | readonly number[]
  | Values;
export interface Values {
  readonly [field: string]: Value;
}

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** It may be left empty. */
  readonly optional: boolean;
  /** The help beside the field, where there is a word of it. */
  readonly help?: Partial<Words>;
  /** The pattern that all of the text has to fit before it is sent. */
  readonly pattern?: string;
}

const isNull = ({ type }: Schema): boolean => type === 'null';

function fieldOf(name: string, schema: Schema): Field {
  const parts = schema.anyOf ?? [];
  const stated = parts.find((part) => !isNull(part)) ?? schema;
  const { 'x-label': label = stated['x-label'], 'x-since': since } = schema;
  const own = { ...(label ? { 'x-label': label } : {}), ...(since === undefined ? {} : { 'x-since': since }) };
  return { name, schema: { ...stated, ...own }, optional: parts.some(isNull) };
}

/** Lists the fields of a form: all fields of the payload, but for those that its caller has only seen. */
export const fieldsOf = ({ properties = {} }: Schema): Field[] =>
  Object.entries(properties)
    .filter(([, schema]) => !schema['x-guards'])
    .map(([name, schema]) => fieldOf(name, schema));

/** Makes the value of a field that nobody has filled in. */
function emptyOf({ schema, optional }: Field): Value {
  if (schema['x-since'] !== undefined) return schema['x-since'];
  if (optional) return null;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' && !schema.enum) return schema.minimum ?? 0;
  if (schema.properties) return valuesOf(fieldsOf(schema), null);
  // A choice that somebody has to make is not made before.
  return schema.type === 'array' ? [] : '';
}

/** The form as things stand. @param known what there is; null: nothing yet */
export const valuesOf = (fields: readonly Field[], known: Readonly<Record<string, unknown>> | null): Values =>
  Object.fromEntries(fields.map((field) => [field.name, (known?.[field.name] as Value | undefined) ?? emptyOf(field)]));

/** Without the blanks that somebody has typed around what he meant. */
export const trimmed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

const ANCHORED = /^\^.*\$$/;

/**
 * The fields of the configuration of an extension, by their schema, which is its own: one that is not required may be left empty, and
 * stands for its default then.
 */
export const configFieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties)
    .map(([name, schema]): Field => {
      const { 'x-help': help, description, pattern } = schema;
      return {
        ...fieldOf(name, schema),
        optional: !required.includes(name),
        // Its maker says in one language what programs are told, which is English.
        help: help ?? (description === undefined ? {} : { en: description }),
        ...(pattern !== undefined && ANCHORED.test(pattern) ? { pattern } : {}),
      };
    })
    .toSorted((left, right) => orderOf(left) - orderOf(right));

const orderOf = ({ schema }: Field): number => schema['x-order'] ?? 0;

/** Makes the values of a configuration's form. @param config the kept one */
export const configValuesOf = (fields: readonly Field[], config: Readonly<Record<string, unknown>> | null): Values =>
  Object.fromEntries(
    fields.map(({ name, optional, schema }) => {
      const empty = optional ? null : (schema.default ?? unfilled[schema.type ?? ''] ?? null);
      return [name, (config?.[name] as Value | undefined) ?? empty];
    }),
  );

const unfilled: Readonly<Record<string, Value>> = { boolean: false, array: [] };

/** Reads the configuration of a form: nothing of fields that were left empty. */
export const configIn = (values: Values): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const stated = typeof value === 'string' ? value.trim() : value;
      return stated === null || stated === '' ? [] : [[name, stated]];
    }),
  );

/** Fits a typed text to the pattern of its field, where it only differs in how people write numbers. */
export function fitted(typed: string, { pattern, 'x-form': form }: Schema): string {
  if (pattern === undefined) return typed;
  const fits = new RegExp(pattern, 'u');
  if (form === undefined) return fits.test(typed) || !fits.test(typed.trim()) ? typed : typed.trim();
  const plain = unspaced(typed).toUpperCase();
  const ways = [typed, typed.trim(), plain, withCountry(plain)];
  return ways.find((way) => fits.test(way)) ?? typed;
}
