import type { Unit, ValueRisk, Words } from './schema';
import { choicesIn, fieldsNamed, isId, type Node } from './walk';

/*
 * The meaning of a value is declared in its schema: its unit, the name of its field, the words of its choices. It is read here, on the
 * server, in the browser and on the command line.
 */

/** Unit of a number, or `time` for a text that names a time. */
export type Measure = Unit | 'time';

/** Place of a value: all that is declared for it. The entries of a list stand at the place of the list. */
export type ValuePlace = readonly Node[];

/** Place of an undeclared value. */
export const NOWHERE: ValuePlace = [];

export const placeOf = (schema: object | undefined): ValuePlace => (schema ? alternatives(schema) : NOWHERE);

const alternatives = (schema: Node): Node[] =>
  choicesIn(schema).flatMap((choice) => [choice, ...(choice.items ? alternatives(choice.items) : [])]);

/** The place of a value that is nested under a name. */
export const fieldOf = (place: ValuePlace, name: string): ValuePlace =>
  place.flatMap((schema) => fieldsNamed(schema, name).flatMap(placeOf));

/** Reads the unit that a schema itself declares. */
export const measureOf = (schema: Node): Measure | undefined =>
  schema['x-unit'] ?? (schema.format === 'date-time' ? 'time' : undefined);

export const unitOf = (place: ValuePlace): Measure | undefined => firstOf(place, measureOf);

/** True if the value is the identifier of a thing, e.g. `prd_01…`. */
export const isIdentifier = (place: ValuePlace): boolean => place.some(isId);

/** True if the text may be HTML. */
export const isMarkup = (place: ValuePlace): boolean =>
  place.some(({ contentMediaType }) => contentMediaType === 'text/html');

/** True if the value tells a thing from others beside it. */
export const isTelling = (place: ValuePlace): boolean => place.some((schema) => schema['x-tells'] === true);

/** True if a call moves the amount that stands there. */
export const movesMoney = (place: ValuePlace): boolean => place.some((schema) => schema['x-moves'] === true);

/** Finds the risk of a change to a value. A number also comes to a value that it passes on its way down. */
export const riskOf = (place: ValuePlace, before: unknown, after: unknown): ValueRisk | undefined =>
  firstOf(place, ({ 'x-risks': risks = {} }) => {
    if (typeof after === 'string') return Object.hasOwn(risks, after) ? risks[after] : undefined;
    if (typeof after !== 'number') return undefined;
    const passed = Object.keys(risks).find(
      (value) => after <= Number(value) && (typeof before !== 'number' || before > Number(value)),
    );
    return passed === undefined ? undefined : risks[passed];
  });

/** Finds the risk of a new text at a place. */
export const riskOfNew = (place: ValuePlace): ValueRisk | undefined => firstOf(place, (schema) => schema['x-risk-new']);

/** Finds the name of a field for people. */
export const labelOf = (place: ValuePlace): Words | undefined => firstOf(place, (schema) => schema['x-label']);

/** Finds the form that a text must have, in words. */
export const formOf = (place: ValuePlace): Words | undefined => firstOf(place, (schema) => schema['x-form']);

/** Names the field in an English sentence: `price`, `VAT (%)`. @param name the key of the field, where no name is declared */
export const saidOf = (place: ValuePlace, name: string): string =>
  (labelOf(place)?.en ?? name).replace(/^\p{Lu}(?=\P{Lu})/u, (letter) => letter.toLowerCase());

/** Finds the name of a choice of an enum for people. */
export const wordOf = (place: ValuePlace, value: string): Words | undefined =>
  firstOf(place, ({ 'x-words': words = {} }) => (Object.hasOwn(words, value) ? words[value] : undefined));

/** The choices of an enum, in the order in which it names them. */
export const choicesOf = (place: ValuePlace): readonly string[] =>
  (firstOf(place, (schema) => schema.enum) ?? []).filter((value) => typeof value === 'string');

function firstOf<T>(place: ValuePlace, read: (schema: Node) => T | undefined): T | undefined {
  for (const schema of place) {
    const found = read(schema);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place of an entity, or of one of its fields. */
export type Meanings = (entity: string, field?: string) => ValuePlace;

/** Collects the declarations of the entities, by the words that name them in changes. */
export function meaningsOf(entities: readonly { readonly word: string; readonly schema: object }[]): Meanings {
  const places = new Map(entities.map(({ word, schema }) => [word, placeOf(schema)]));
  return (entity, field) => {
    const place = places.get(entity) ?? NOWHERE;
    return field === undefined ? place : fieldOf(place, field);
  };
}
