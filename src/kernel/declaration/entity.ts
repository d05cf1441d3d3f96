import { canonicalJson } from '../canonical';
import type { Queryable } from '../database/queryable';
import type { Pictures } from '../objects/pictures';
import { type Measure, measureOf, placeOf } from '../schema/meaning';
import { isId, json, object, oneOf, propertiesOf, type TSchema, t, typeNamed, units } from '../schema/schema';
import { ANY_NAME, choicesIn, fieldsNamed, type Node, nodesWithin } from '../schema/walk';
import type { Titles } from '../table/references';
import type { Snapshot } from './context';

/** A kind of aggregate: the word under which changes of it are recorded, and the schema that says what its fields mean. */
export interface Entity extends Traits {
  readonly word: string;
  readonly schema: TSchema;
}

interface Traits {
  /** Titles of the things, which previews and the audit log show beside their identifiers. */
  readonly titles: Titles;
  /** Pictures of the things that have one. */
  readonly pictures?: Pictures;
  /** The field by which a buyer tells the parts of the thing apart; a price is that of what is called so. */
  readonly partName?: string;
  /** Fields that tell the thing, or a part of it, from all others outside of the store, e.g. a barcode: who has it is taken for that. */
  readonly marks?: readonly string[];
  /**
   * Fields that are prices to those who buy, of the thing or of its parts, by the names that lead there (`variants/price`): what a
   * limit on changes of prices judges. Money that is none of them, e.g. a cost, is nobody's limit.
   */
  readonly prices?: readonly string[];
  /**
   * Looks up the prices of those of the ids that are of this kind, with what stands in for them; and of others of this kind that
   * have one of the marks, or offer what is named by its id or by that of its whole.
   */
  amounts?(
    db: Queryable,
    storeId: string,
    ids: readonly string[],
    besides: { readonly offered: readonly string[]; readonly marks: readonly Mark[] },
  ): Promise<readonly Amount[]>;
  /** Fields that name the wholes that it is a part of: each of its changes is found by them too. */
  readonly partOf?: readonly string[];
  /**
   * True for a thing by which people and agents work on the shop, e.g. a proposal. It is no part of the shop, so an undo leaves it alone.
   */
  readonly besideShop?: true;
  /** The field that names the person whom its personal fields are about; `id`: the thing itself is one. */
  readonly person?: string;
  /** Fields that agents read elsewhere, though no read that they may call answers the thing itself, and where. */
  readonly toldElsewhere?: Readonly<Record<string, string>>;
  /** Fields in which the shop itself notes something of the thing, e.g. when it was set: they differ between calls that do the same. */
  readonly byShop?: readonly string[];
  /** Fields that name others, one or many, by the names that lead there (`media/mediaId`): a change that ties or unties them is found by those too. */
  readonly ties?: readonly string[];
  /** The ways to identifiers by which no change is to be found, e.g. `pause/itemId`, and why. */
  readonly untied?: Readonly<Record<string, string>>;
}

/** A price as it stands, in kuruş. */
export interface Amount extends AmountName {
  readonly amount: number | null;
  /** Amount that it is compared with when it has no value of its own, e.g. the product's price for a variant. */
  readonly standIn: AmountName | null;
  /** True if null stands for the amount of the stand-in. Otherwise null means that there is no such amount. */
  readonly inherits: boolean;
  /** The marks that identify the thing with the amount: its own, and those of the goods that it offers. */
  readonly marks: readonly Mark[];
  /** Offered thing, by id, and the channel in which the marks of the offer count. */
  readonly offer?: { readonly of: string; readonly channel: string };
}

/** A field that tells things apart, and its value. */
export interface Mark {
  readonly field: string;
  readonly value: string;
}

export interface AmountName {
  /** Id of the thing that has the amount. */
  readonly id: string;
  readonly field: string;
}

/**
 * Every entity that has prices says what stands in for them, so that limits can judge them.
 * @throws when a trait names a field that the schema does not have, or a price that is no money or is never looked up, or none says
 *   what becomes of an identifier that it has
 */
export function entity(word: string, schema: TSchema, traits: Traits): Entity {
  const { ties = [], toldElsewhere = {}, byShop = [], marks = [], partOf = [], partName, person } = traits;
  const own = Object.keys(propertiesOf(schema));
  const nested = own.flatMap((field) => fieldsWithin(propertiesOf(schema)[field]));
  assertFields(`a tie of a ${word}`, ties, [...own, ...waysToIds(schema)]);
  assertFields(`what is told elsewhere of a ${word}`, Object.keys(toldElsewhere), own);
  assertFields(`a note of the shop on a ${word}`, byShop, own);
  assertFields(`a mark of a ${word}`, marks, [...own, ...nested]);
  assertFields(`the name of the parts of a ${word}`, partName === undefined ? [] : [partName], nested);
  assertReferring(word, schema, traits);
  // A whole may be stated beside the fields of a part.
  assertFields(`the person of a ${word}`, person === undefined ? [] : [person], ['id', ...own, ...partOf]);
  assertPrices(word, schema, traits);
  return { word, schema, ...traits };
}

function assertPrices(word: string, schema: TSchema, { prices = [], amounts }: Traits): void {
  const units = new Map(unitsIn(schema, []));
  const free = prices.find((way) => units.get(way) !== 'kuruş');
  if (free !== undefined) throw new Error(`a price of a ${word} is ${free}, which is no money in its schema`);
  if ((amounts !== undefined) !== prices.length > 0)
    throw new Error(`a ${word} has prices that nobody looks up, or looks up what it does not declare as prices`);
}

/**
 * Checks that each identifier says how a change of it is found. Otherwise one that names another thing would be missed by a search
 * for that thing. The thing itself and its parts are found by their own ids.
 */
function assertReferring(word: string, schema: TSchema, { partOf = [], ties = [], person, untied = {} }: Traits): void {
  const found = waysToIds(schema);
  const told = new Set(['id', ...partOf, ...ties, ...(person === undefined ? [] : [person]), ...Object.keys(untied)]);
  const untold = found.find((way) => !told.has(way) && !isIdOfPart(schema, way));
  if (untold !== undefined)
    throw new Error(`a ${word} names something as ${untold}, and no trait says whether its changes are found by that`);
  const unknown = Object.keys(untied).find((way) => !found.includes(way));
  if (unknown !== undefined) throw new Error(`a ${word} has no identifier at ${unknown} that could be untied`);
}

function isIdOfPart(schema: TSchema, way: string): boolean {
  const [field = '', ...own] = way.split('/');
  return own.join('/') === 'id' && choicesIn(propertiesOf(schema)[field] ?? {}).some(({ items }) => items);
}

const waysToIds = (node: Node, at: readonly string[] = []): string[] => [
  ...(isId(node) ? [at.join('/')] : []),
  ...nodesWithin(node).flatMap(([name, inner]) => waysToIds(inner, name === undefined ? at : [...at, name])),
];

/** Collects the fields of the things in a field, whether it has one thing or a list. */
const fieldsWithin = (node: Node | undefined): string[] =>
  placeOf(node).flatMap((schema) => Object.keys(propertiesOf(schema)));

/** Checks that named fields exist. A misspelt field would find nothing, and nobody would miss it. */
function assertFields(what: string, named: readonly string[], fields: readonly string[]): void {
  const unknown = named.find((field) => !fields.includes(field));
  if (unknown !== undefined) throw new Error(`${what} is ${unknown}, which its schema does not have`);
}

/** Finds the things that a change concerns beside the aggregate itself, by identifier. */
export type ConcernedBy = (
  entity: string,
  before: Snapshot,
  after: Snapshot,
  within: Readonly<Record<string, unknown>>,
) => readonly string[];

/** Reads out of the declarations of the entities what their changes concern. It throws for a change that they do not declare. */
export function concernedBy(entities: readonly Entity[]): ConcernedBy {
  const byWord = new Map(entities.map((declared) => [declared.word, declared]));
  const fieldsOf = new Map(entities.map(({ word, schema }) => [word, new Set(Object.keys(propertiesOf(schema)))]));
  return (word, before, after, within) => {
    const declared = byWord.get(word);
    // A bug of the command: nobody would know which of its fields are of a person, or money that limits judge.
    if (!declared) throw new Error(`a change is recorded of a ${word}, which no entity declares`);
    const { partOf = [], ties = [] } = declared;
    const fields = fieldsOf.get(word);
    const unknown = [before, after].flatMap((side) => Object.keys(side ?? {})).find((field) => !fields?.has(field));
    // A bug of the command: no reviewer could be told what the field is.
    if (unknown !== undefined)
      throw new Error(`a change of a ${word} is recorded with ${unknown}, which it does not declare`);
    return [
      ...partOf.flatMap((field) => {
        const wholes = [within, before ?? {}, after ?? {}].filter((source) => field in source);
        // A bug of the command: its trace would be missed by whoever looks for the whole.
        if (wholes.length === 0) throw new Error(`a change of a ${word} is recorded without its ${field}`);
        return wholes.flatMap((source) => namesIn(source[field]));
      }),
      ...ties.flatMap((field) => oneSided(namesAlong(before, field), namesAlong(after, field))),
      ...differingParts(before, after),
    ];
  };
}

/** Tells whether a field is the shop's own note. */
export type KeptByShop = (entity: string, field: string) => boolean;

export function keptByShop(entities: readonly Entity[]): KeptByShop {
  const byWord = new Map(entities.map(({ word, byShop = [] }) => [word, new Set(byShop)]));
  return (word, field) => byWord.get(word)?.has(field) === true;
}

/** Ids of the parts of a thing, nested in it, that a change adds, removes or alters. */
function differingParts(before: Snapshot, after: Snapshot): string[] {
  const [had, has] = [partsIn(before), partsIn(after)];
  return [...new Set([...had.keys(), ...has.keys()])].filter((id) => {
    const [old, now] = [had.get(id), has.get(id)];
    return old !== now && (!old || !now || canonicalJson(old) !== canonicalJson(now));
  });
}

/** The marks that a snapshot states, of the thing and of its parts, by id. */
export function marksStated(
  { marks = [] }: Pick<Entity, 'marks'>,
  id: string,
  snapshot: Snapshot,
): Map<string, Mark[]> {
  const marksIn = (fields: Readonly<Record<string, unknown>>): Mark[] =>
    marksOf(marks.map((name) => [name, fields[name]]));
  const parts = [...partsIn(snapshot)].map(([part, fields]): [string, Mark[]] => [part, marksIn(fields)]);
  return new Map([[id, marksIn(snapshot ?? {})], ...parts]);
}

/** Marks the fields that have a value. */
export const marksOf = (fields: readonly (readonly [field: string, value: unknown])[]): Mark[] =>
  fields.flatMap(([field, value]) => (typeof value === 'string' ? [{ field, value }] : []));

/** Collects the nested parts of a snapshot that have ids of their own. */
const partsIn = (snapshot: Snapshot): Map<string, Part> =>
  new Map(
    Object.values(snapshot ?? {})
      .flatMap((value): unknown[] => (Array.isArray(value) ? value : []))
      .filter(isPart)
      .map((part) => [part.id, part]),
  );

interface Part extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

const namesIn = (value: unknown): string[] => listed(value).filter((name) => typeof name === 'string');

/** @param way names of fields, the last of which names others, e.g. `productIds`, or `media/mediaId` of a list of things */
const namesAlong = (snapshot: Snapshot, way: string): string[] =>
  namesIn(way.split('/').reduce<unknown>((at, name) => listed(at).flatMap((each) => listed(each?.[name])), snapshot));

// biome-ignore lint/suspicious/noExplicitAny: what stands in a snapshot is of any shape
const listed = (value: unknown): any[] => (Array.isArray(value) ? value : [value]);

function oneSided(before: readonly string[], after: readonly string[]): string[] {
  const [had, has] = [new Set(before), new Set(after)];
  return [...before.filter((name) => !has.has(name)), ...after.filter((name) => !had.has(name))];
}

/** The units of one field: of its value, and of what is nested in it by the names that lead there (`price`, `size/weight`). */
export interface FieldUnits {
  readonly unit?: Measure;
  readonly units?: Readonly<Record<string, Measure>>;
}

export type UnitsOf = (entity: string, field: string) => FieldUnits;

const NONE: FieldUnits = {};

/** Reads the units of every field of every entity out of their schemas, once. */
export function unitsOf(entities: readonly Entity[]): UnitsOf {
  const byWord = new Map(
    entities.map(({ word, schema }) => [
      word,
      new Map(Object.entries(propertiesOf(schema)).map(([field, node]) => [field, fieldUnits(node)])),
    ]),
  );
  return (word, field) => byWord.get(word)?.get(field) ?? NONE;
}

function fieldUnits(node: Node): FieldUnits {
  const found = Object.fromEntries(unitsIn(node, []));
  const { '': unit, ...units } = found;
  return { ...(unit ? { unit } : {}), ...(Object.keys(units).length > 0 ? { units } : {}) };
}

function unitsIn(node: Node, path: readonly string[]): [path: string, unit: Measure][] {
  const own = measureOf(node);
  return [
    ...(own ? [[path.join('/'), own] as [string, Measure]] : []),
    ...nodesWithin(node).flatMap(([name, inner]) => unitsIn(inner, name === undefined ? path : [...path, name])),
  ];
}

/** A limit that judges nothing would let everything through, and nobody would notice. @throws when no entity declares prices */
export function assertPriced(entities: readonly Entity[]): void {
  if (!entities.some(({ prices = [] }) => prices.length > 0))
    throw new Error(
      'tokens may be limited in how far they change prices, and no entity declares which fields are prices',
    );
}

/** The prices that a snapshot states; things nested in it that have an id of their own, its parts, state theirs. */
export function amountsStated(
  { schema, partName, prices = [] }: Pick<Entity, 'schema' | 'partName' | 'prices'>,
  id: string,
  snapshot: unknown,
): Stated[] {
  if (prices.length === 0) return [];
  return statedIn([schema], snapshot, { id, path: [], way: [], name: null }, { partName, prices });
}

export interface Stated extends AmountName {
  readonly amount: number | null;
  /** The name of the part that states the amount. */
  readonly name: string | null;
}

interface EntityPlace {
  readonly id: string;
  /** The way of field names from the thing or the part that has the id. */
  readonly path: readonly string[];
  /** The way from the whole by names alone: its schema has the field there. */
  readonly way: readonly string[];
  readonly name: string | null;
}

function statedIn(
  nodes: readonly Node[],
  value: unknown,
  place: EntityPlace,
  traits: Required<Pick<Entity, 'prices'>> & { readonly partName: string | undefined },
): Stated[] {
  const { id, path, way, name } = place;
  if (traits.prices.includes(way.join('/'))) {
    const isAmount = typeof value === 'number' || value === null;
    return isAmount ? [{ id, field: path.join('/'), amount: value, name }] : [];
  }
  const choices = nodes.flatMap(choicesIn);
  if (choices.length === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const items = choices.flatMap((choice) => choice.items ?? []);
    const at = (index: number): EntityPlace => ({ ...place, path: [...path, String(index)] });
    return value.flatMap((item, index) => statedIn(items, item, at(index), traits));
  }
  const fields = value as Record<string, unknown>;
  const isPart = path.length > 0 && typeof fields.id === 'string';
  const within = isPart ? partAt(place, fields.id as string, fields[traits.partName ?? '']) : place;
  return Object.entries(fields).flatMap(([field, child]) => {
    const declared = choices.flatMap((choice) => fieldsNamed(choice, field));
    const isNamed = choices.some(({ properties = {} }) => Object.hasOwn(properties, field));
    const at = { ...within, path: [...within.path, field], way: [...way, isNamed ? field : ANY_NAME] };
    return statedIn(declared, child, at, traits);
  });
}

const partAt = ({ way }: EntityPlace, id: string, name: unknown): EntityPlace => ({
  id,
  path: [],
  way,
  name: typeof name === 'string' ? name : null,
});

const unitSchema = oneOf([...units, 'time'], {
  description: 'Unit of the numbers in the field, or `time` for times; missing: no unit.',
});

/** Work that a preview announces: to be started, told or stopped. */
export const effectSchema = typeNamed('Effect')(
  object({
    operation: t.String(),
    workflowId: t.String(),
    summary: t.String(),
    label: t.Optional(object({ tr: t.String(), en: t.String() }, { description: 'Name of the work for people.' })),
    names: t.Optional(t.Array(t.String(), { description: 'Identifiers of what the work is about.' })),
  }),
);

/** One field of a preview, as answers show it. */
export const fieldChangeSchema = typeNamed('FieldChange')(
  object({
    entity: t.String(),
    id: t.String(),
    field: t.String(),
    before: json(),
    after: json(),
    created: t.Optional(t.Literal(true, { description: 'The whole thing is new; missing: it was there before.' })),
    removed: t.Optional(t.Literal(true, { description: 'The whole thing is gone afterwards; missing: it stays.' })),
    unit: t.Optional(unitSchema),
    units: t.Optional(
      t.Record(t.String(), unitSchema, {
        description:
          'Units of what is nested in the value, by the names that lead there (`price`, `size/weight`; `*` stands for all names of a record).',
      }),
    ),
  }),
);
