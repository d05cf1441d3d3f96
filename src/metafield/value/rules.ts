import { KURUS_MAX } from '../../kernel/money';
import { foreignErrors } from '../../kernel/schema/foreign';
import { line, paragraphs } from '../../kernel/schema/schema';
import type { Node } from '../../kernel/schema/walk';
import type { DefinitionRow } from '../definition/aggregate';
import type { Type } from '../definition/fields';
import { isDate, isTime, placeOf } from '../definition/order';
import type { Stated } from './aggregate';
import { VALUE_BYTES_MAX } from './fields';

type Json = Readonly<Record<string, unknown>>;
/** A value that has an order, or is compared as text. */
export type Scalar = string | number | boolean;
type One = Scalar | Json;
type Rules = Pick<DefinitionRow, 'type' | 'list' | 'validations'>;

interface Fault {
  readonly pointer: string;
  readonly message: string;
}

const URL_LENGTH_MAX = 2048;

const LINE = new RegExp((line(1) as Node).pattern as string, 'u');
const TEXT = new RegExp((paragraphs(1) as Node).pattern as string, 'u');

const isWhole = (value: One): value is number => Number.isSafeInteger(value);
const isNumber = (value: One): value is number =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
const matches = (value: One, form: RegExp): value is string => typeof value === 'string' && form.test(value);

/** Finds the fault of a value by its type alone; undefined: there is none. */
const typeFault: Readonly<Record<Type, (value: One) => string | undefined>> = {
  text: (value) => fault(matches(value, LINE), 'must be one line of text'),
  multiline: (value) => fault(matches(value, TEXT), 'must be text, and not blank'),
  integer: (value) => fault(isWhole(value), 'must be a whole number'),
  decimal: (value) => fault(isNumber(value), 'must be a number'),
  boolean: (value) => fault(typeof value === 'boolean', 'must be true or false'),
  date: (value) => fault(isDate(value), 'must be a date, e.g. 2026-12-31'),
  date_time: (value) => fault(isTime(value), 'must be a time in ISO 8601 with its offset, e.g. 2026-12-31T09:00:00Z'),
  money: (value) =>
    fault(isWhole(value) && value >= 0 && value <= KURUS_MAX, 'must be an amount in kuruş: 189.90 TL is 18990'),
  url: (value) => fault(isAddress(value), 'must be an address that begins with https:// or http://'),
  json: (value) => fault(isJson(value), 'must be a JSON object'),
  color: (value) => fault(matches(value, /^#[0-9a-f]{6}$/i), 'must be a colour, e.g. #a1b2c3'),
  product: (value) => fault(matches(value, /^prd_/), 'must be the identifier of a product'),
  collection: (value) => fault(matches(value, /^col_/), 'must be the identifier of a collection'),
  media: (value) => fault(matches(value, /^med_/), 'must be the identifier of a media file'),
};

export const isJson = (value: One): value is Json => typeof value === 'object';

const fault = (fits: boolean, message: string): string | undefined => (fits ? undefined : message);

function isAddress(value: One): boolean {
  if (!matches(value, /^https?:\/\/[^\s\p{C}]+$/u) || value.length > URL_LENGTH_MAX) return false;
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  // Before an @ stands whose address it looks like, and behind it whose it is.
  return username === '' && password === '';
}

/** Finds the fault of a value by the rules of its definition. They are about ordered values and texts. */
function ruleFault(type: Type, value: Scalar, validations: Rules['validations']): string | undefined {
  const { min, max, minLength, maxLength, choices } = validations;
  const place = placeOf[type];
  if (place) {
    const [least, most] = type === 'date' || type === 'date_time' ? ['earlier', 'later'] : ['less', 'more'];
    const unit = type === 'money' ? ' kuruş' : '';
    if (min !== undefined && place(value) < place(min)) return `must not be ${least} than ${min}${unit}`;
    return max !== undefined && place(value) > place(max) ? `must not be ${most} than ${max}${unit}` : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const length = [...value].length;
  if (minLength !== undefined && length < minLength) return `must have ${minLength} characters or more`;
  if (maxLength !== undefined && length > maxLength) return `must have ${maxLength} characters at most`;
  return choices && !choices.includes(value) ? 'must be one of the choices of the field' : undefined;
}

/** Lists the faults of a field's value, each at its place. Whether a thing that it refers to is there is looked up beside. */
export function valueFaults({ type, list, validations }: Rules, value: Stated): Fault[] {
  if (Array.isArray(value) !== list)
    return [{ pointer: '/value', message: list ? 'must be a list' : 'must not be a list' }];
  if (Buffer.byteLength(JSON.stringify(value)) > VALUE_BYTES_MAX)
    return [{ pointer: '/value', message: `must not be longer than ${VALUE_BYTES_MAX} bytes` }];
  return entriesOf(value).flatMap((one, index) => {
    const pointer = list ? `/value/${index}` : '/value';
    const message = typeFault[type](one);
    if (message !== undefined) return [{ pointer, message }];
    if (isJson(one)) return validations.schema ? foreignErrors(validations.schema, one, pointer) : [];
    const broken = ruleFault(type, one, validations);
    return broken === undefined ? [] : [{ pointer, message: broken }];
  });
}

/** Whether the values of a type name things. */
export const isReference = (type: Type): type is 'product' | 'collection' | 'media' =>
  type === 'product' || type === 'collection' || type === 'media';

/** The values of a list, or the one. */
export const entriesOf = (value: Stated): readonly One[] =>
  Array.isArray(value) ? (value as readonly One[]) : [value];
