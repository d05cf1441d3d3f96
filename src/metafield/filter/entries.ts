import { folded } from '../../kernel/folded';
import type { DefinitionRow } from '../definition/aggregate';
import type { Type } from '../definition/fields';
import type { Stated } from '../value/aggregate';
import { entriesOf } from '../value/rules';
import type { IndexedRow } from './table';

/** Of longer texts the beginning is found; one more is kept, so that a whole text is never taken for a beginning. */
export const TEXT_MAX = 256;

/** Types whose values stand in an order, and what a value is in it. */
const numbers: Readonly<Partial<Record<Type, (value: string | number | boolean) => number>>> = {
  integer: Number,
  decimal: Number,
  money: Number,
  date: (value) => Date.parse(`${value}T00:00:00Z`),
  date_time: (value) => Date.parse(String(value)),
};

/** What one value is as lists compare it: a number, or a text. */
export type Compared = { readonly number: number } | { readonly text: string };

export const comparedAs = (type: Type, value: string | number | boolean): Compared => {
  const number = numbers[type];
  return number ? { number: number(value) } : { text: [...folded(String(value))].slice(0, TEXT_MAX + 1).join('') };
};

/** Whether ranges of the type can be asked for. */
export const isOrdered = (type: Type): boolean => type in numbers;

/** The rows of a value, in their order. */
export const entriesIndexed = (
  { id, type }: Pick<DefinitionRow, 'id' | 'type'>,
  ownerId: string,
  value: Stated,
): IndexedRow[] =>
  entriesOf(value).map((one, position) => ({
    ownerId,
    definitionId: id,
    position,
    text: null,
    number: null,
    ...comparedAs(type, one),
  }));
