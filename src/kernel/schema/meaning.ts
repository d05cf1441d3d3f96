import type { Unit, ValueRisk, Words } from './schema';
import { choicesIn, fieldsNamed, isId, type Node } from './walk';

/*
 * What a value means is declared in its schema: its unit, the name of its field, the words of its choices. It is read here, on the
 * server, in the browser and on the command line.
 */

/** What a value is in: a unit of numbers, or the time that its text names. */
export type Measure = Unit | 'time';

/** Where a value stands: all that is declared for it. The entries of a list stand at the place of the list. */
export type Place = readonly Node[];

/** Of what nothing is known. */
export const NOWHERE: Place = [];

export const placeOf = (schema: object | undefined): Place => (schema ? alternatives(schema) : NOWHERE);

const alternatives = (schema: Node): Node[] =>
  choicesIn(schema).flatMap((choice) => [choice, ...(choice.items ? alternatives(choice.items) : [])]);

/** The place of a value that is nested under a name. */
export const fieldOf = (place: Place, name: string): Place =>
  place.flatMap((schema) => fieldsNamed(schema, name).flatMap(placeOf));

/** What a schema itself says that its values are in. */
export const measureOf = (schema: Node): Measure | undefined =>
  schema['x-unit'] ?? (schema.format === 'date-time' ? 'time' : undefined);

export const unitOf = (place: Place): Measure | undefined => firstOf(place, measureOf);

/** Whether it names a thing by its identifier, e.g. `prd_01…`. */
export const isIdentifier = (place: Place): boolean => place.some(isId);

/** Whether its text may be HTML. */
export const isMarkup = (place: Place): boolean =>
  place.some(({ contentMediaType }) => contentMediaType === 'text/html');

/** Whether it tells a thing from others beside it. */
export const isTelling = (place: Place): boolean => place.some((schema) => schema['x-tells'] === true);

/** What it is a risk of that something comes to a value; numbers come to one that they pass on their way down. */
export const riskOf = (place: Place, before: unknown, after: unknown): ValueRisk | undefined =>
  firstOf(place, ({ 'x-risks': risks = {} }) => {
    if (typeof after === 'string') return Object.hasOwn(risks, after) ? risks[after] : undefined;
    if (typeof after !== 'number') return undefined;
    const passed = Object.keys(risks).find(
      (value) => after <= Number(value) && (typeof before !== 'number' || before > Number(value)),
    );
    return passed === undefined ? undefined : risks[passed];
  });

/** What it is a risk of that a text comes to stand there which has not stood there before. */
export const riskOfNew = (place: Place): ValueRisk | undefined => firstOf(place, (schema) => schema['x-risk-new']);

/** What people call the field. */
export const labelOf = (place: Place): Words | undefined => firstOf(place, (schema) => schema['x-label']);

/** What its text has to look like. */
export const formOf = (place: Place): Words | undefined => firstOf(place, (schema) => schema['x-form']);

/** What an English sentence calls the field: `price`, `VAT (%)`. @param name of the field, where none is declared */
export const saidOf = (place: Place, name: string): string =>
  (labelOf(place)?.en ?? name).replace(/^\p{Lu}(?=\P{Lu})/u, (letter) => letter.toLowerCase());

/** What people call one of the choices of an enum. */
export const wordOf = (place: Place, value: string): Words | undefined =>
  firstOf(place, ({ 'x-words': words = {} }) => (Object.hasOwn(words, value) ? words[value] : undefined));

/** The choices of an enum, in the order in which it names them. */
export const choicesOf = (place: Place): readonly string[] =>
  (firstOf(place, (schema) => schema.enum) ?? []).filter((value) => typeof value === 'string');

function firstOf<T>(place: Place, read: (schema: Node) => T | undefined): T | undefined {
  for (const schema of place) {
    const found = read(schema);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The place of an entity, or of one of its fields. */
export type Meanings = (entity: string, field?: string) => Place;

/** What is declared of the entities, by the words that changes name them with. */
export function meaningsOf(entities: readonly { readonly word: string; readonly schema: object }[]): Meanings {
  const places = new Map(entities.map(({ word, schema }) => [word, placeOf(schema)]));
  return (entity, field) => {
    const place = places.get(entity) ?? NOWHERE;
    return field === undefined ? place : fieldOf(place, field);
  };
}
