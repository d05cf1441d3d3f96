import type { Snapshot } from '../declaration/context';
import type { Entity } from '../declaration/entity';
import { markedBy } from '../schema/marked';
import type { TSchema } from '../schema/schema';

/*
 * Data of a person is declared where its schema stands: `personal(line(80))`. What the product keeps of a call beside the rows
 * themselves (audit rows, outcomes, previews and payloads of proposals) holds it sealed for whom it is about, so that one deletion
 * ends all of it (docs/decisions/0013).
 */

/** A personal value, or a document that holds some, under the keys of all whom it is about. */
export interface Sealed {
  readonly personal: string;
  readonly of: readonly string[];
}

/** Rest of a personal value: nobody can open it any more, this caller may not, or nobody knows whose it was. */
export type Hidden = { readonly personal: 'ended' | 'withheld' };

export const WITHHELD: Hidden = { personal: 'withheld' };
export const ENDED: Hidden = { personal: 'ended' };

export type Seal = (value: unknown) => Sealed | Hidden;

export const personalMarks = markedBy('x-personal');

/** True if a schema has a place for data of a person. */
export const holdsPersonal = personalMarks.holds;

/** The value with everything personal in it sealed. It need not fit the schema. */
export const sealedBy = (schema: TSchema | undefined, value: unknown, seal: Seal): unknown =>
  personalMarks.replaced(schema, value, seal, isHidden);

const isHidden = (value: unknown): boolean => isSealed(value) || isGone(value);

/** Recognizes the sign in the place of an ended or withheld value. */
export const isGone = (value: unknown): value is Hidden => {
  const personal = (value as Partial<Hidden> | null | undefined)?.personal;
  return (personal === 'ended' || personal === 'withheld') && Object.keys(value as object).length === 1;
};

/** True if no part of an opened document has ended or is withheld. */
export const isWhole = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (!isGone(value) && Object.values(value).every(isWhole));

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Sealed).personal === 'string' &&
  Array.isArray((value as Sealed).of) &&
  Object.keys(value).length === 2;

/** Rows have bytes and times as well. */
const isJson = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Collects all sealed values in a document. */
export function sealedIn(value: unknown): Sealed[] {
  if (!isJson(value)) return [];
  return isSealed(value) ? [value] : Object.values(value).flatMap(sealedIn);
}

/** The document with `open` in the place of everything sealed; the same one when nothing is. */
export function openedBy(value: unknown, open: (sealed: Sealed) => unknown): unknown {
  if (!isJson(value)) return value;
  if (isSealed(value)) return open(value);
  if (Array.isArray(value)) return value.map((item) => openedBy(item, open));
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, openedBy(child, open)]));
}

/** Personal fields of changes, and their persons. */
export interface PersonalFields {
  /** The schema of the fields of an entity that holds data of persons. */
  schemaOf(entity: string): TSchema | undefined;
  /** Finds the person that a thing is about; undefined: nothing of it is personal. */
  personOf(entity: string, id: string, sides: readonly Snapshot[]): string | undefined;
}

/** @throws for an entity with data of persons that does not say of whom */
export function personalFields(entities: readonly Entity[]): PersonalFields {
  const byWord = new Map(entities.filter(({ schema }) => holdsPersonal(schema)).map((each) => [each.word, each]));
  for (const { word, person } of byWord.values())
    if (person === undefined) throw new Error(`a ${word} has data of a person, and does not say of whom`);
  return {
    schemaOf: (entity) => byWord.get(entity)?.schema,
    personOf(entity, id, sides) {
      const declared = byWord.get(entity);
      if (!declared) return undefined;
      if (declared.person === 'id') return id;
      const named = sides.map((side) => side?.[declared.person as string]).find((name) => typeof name === 'string');
      if (named === undefined) throw new Error(`a change of a ${entity} is recorded without its ${declared.person}`);
      return named as string;
    },
  };
}
