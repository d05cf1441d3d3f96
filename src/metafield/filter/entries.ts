import { folded } from '../../kernel/folded';
import type { DefinitionRow } from '../definition/aggregate';
import type { Type } from '../definition/fields';
import { placeOf } from '../definition/order';
import type { Stated } from '../value/aggregate';
import { entriesOf, isJson } from '../value/rules';
import type { IndexedRow } from './table';

/** The length of the beginning by which longer texts are found; one more is kept, so that a whole text is never taken for a beginning. */
export const TEXT_MAX = 256;

/** A value as lists compare it: a number, or a text. */
export type Compared = { readonly number: number } | { readonly text: string };

export const comparedAs = (type: Type, value: string | number | boolean): Compared => {
  const place = placeOf[type];
  return place ? { number: place(value) } : { text: [...folded(String(value))].slice(0, TEXT_MAX + 1).join('') };
};

/** Whether ranges of the type can be asked for. */
export const isOrdered = (type: Type): boolean => type in placeOf;

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
    // A list asks of JSON only whether there is a value.
    ...(isJson(one) ? { text: '' } : comparedAs(type, one)),
  }));
