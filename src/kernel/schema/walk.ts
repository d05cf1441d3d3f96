import type { Unit, ValueRisk, Words } from './schema';

/*
 * How schemas stand in one another. Whoever looks for something in them (a unit, an identifier, data of a person) goes this way, on the
 * server, in the browser and on the command line. What stands elsewhere would be found by nobody, so it is refused at boot.
 */

/** JSON Schema as far as this product declares it. */
export interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly maxItems?: number;
  readonly 'x-unit'?: Unit;
  readonly 'x-label'?: Words;
  readonly 'x-personal'?: true;
  readonly 'x-closed'?: string;
  readonly 'x-tells'?: true;
  readonly 'x-moves'?: true;
  readonly 'x-guards'?: true;
  readonly 'x-needs'?: readonly string[];
  readonly 'x-roles'?: Readonly<Record<string, string>>;
  readonly 'x-risks'?: Readonly<Record<string, ValueRisk>>;
  readonly 'x-risk-new'?: ValueRisk;
  readonly 'x-words'?: Readonly<Record<string, Words>>;
  readonly 'x-form'?: Words;
  readonly 'x-day'?: 'begins' | 'ends';
  readonly 'x-former'?: Readonly<Record<string, Words>>;
  /** Choices, one of which the same value fits. */
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  /** Schemas of a record's values, under any name. */
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** The part of a way that matches all names of a record. */
export const ANY_NAME = '*';

/** The 26 characters of a ULID in canonical upper case; the first one stays below 8 so that the value fits 128 bits. */
export const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** True if the schema is that of an identifier. */
export const isId = ({ pattern }: Node): boolean => pattern?.endsWith(`)_${ULID}$`) ?? false;

/** A schema, and all choices in it: each of them is about the same value. */
export const choicesIn = (schema: Node): Node[] => [schema, ...(schema.anyOf ?? []).flatMap(choicesIn)];

/** Finds the schemas of the value under a name. A record holds the same under every name, whichever its pattern lets pass. */
export const fieldsNamed = ({ properties = {}, patternProperties = {} }: Node, name: string): readonly Node[] =>
  Object.hasOwn(properties, name) ? [properties[name] as Node] : Object.values(patternProperties);

/** The schemas that stand in one, each with the name under which its values do; undefined: choices, and what is in a list. */
export const nodesWithin = (schema: Node): readonly (readonly [name: string | undefined, node: Node])[] => [
  ...(schema.anyOf ?? []).map((choice) => [undefined, choice] as const),
  ...(schema.items ? [[undefined, schema.items] as const] : []),
  ...Object.entries(schema.properties ?? {}),
  ...Object.values(schema.patternProperties ?? {}).map((node) => [ANY_NAME, node] as const),
];

/** True if the schema, or one within it however deep, has the property. */
export const someNode = (schema: Node, is: (node: Node) => boolean): boolean =>
  is(schema) || nodesWithin(schema).some(([, node]) => someNode(node, is));

/** The values in one that fits a schema, each with the schemas of its place: itself first. It need not fit. */
export function* standingIn(schema: Node, value: unknown): Generator<readonly [node: Node, value: unknown]> {
  yield [schema, value];
  const { anyOf = [], items } = schema;
  for (const choice of anyOf) yield* standingIn(choice, value);
  if (Array.isArray(value)) {
    if (items) for (const item of value) yield* standingIn(items, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value))
      for (const field of fieldsNamed(schema, name)) yield* standingIn(field, child);
  }
}

/** A schema with others in the place of those that stand in it. */
export function mapped<S extends Node>(schema: S, other: (node: Node) => Node): S {
  const each = (nodes: Readonly<Record<string, Node>>) =>
    Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, other(node)]));
  const { anyOf: _a, items: _i, patternProperties: _p, ...own } = Object.getOwnPropertyDescriptors(schema);
  const { anyOf, items, properties, patternProperties } = schema;
  // Beside what is seen, a schema has properties that a spread would lose: what kind it is, and whether it may be missing.
  return Object.assign(Object.defineProperties({} as S, own), {
    ...(anyOf && { anyOf: anyOf.map(other) }),
    ...(items && { items: other(items) }),
    ...(properties && { properties: each(properties) }),
    ...(patternProperties && { patternProperties: each(patternProperties) }),
  });
}

/** Keywords that tell the meaning of a value and refuse none. */
export const ANNOTATIONS = [
  'x-unit',
  'x-label',
  'x-type',
  'x-words',
  'x-personal',
  'x-secret',
  'x-closed',
  'x-tells',
  'x-moves',
  'x-guards',
  'x-needs',
  'x-roles',
  'x-risks',
  'x-risk-new',
  'x-form',
  'x-former',
  'x-since',
  'x-help',
  'x-hint',
  'x-day',
];

/** Keywords in which no schema stands. */
const PLAIN = [
  ...ANNOTATIONS,
  ...['title', 'description', 'writeOnly', 'default', 'const', 'required', 'minProperties', 'maxProperties'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
];

type Form = (value: unknown, schema: Node) => boolean;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keywords that are read, and in which form. Null is a choice beside others, and nothing else. */
const READ: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(PLAIN.map((keyword): [string, Form] => [keyword, () => true])),
  type: (value) => typeof value === 'string',
  enum: (value) => Array.isArray(value) && !value.includes(null),
  properties: (value, schema) => isObject(value) && 'additionalProperties' in schema,
  additionalProperties: (value) => value === false,
  patternProperties: (value, { properties }) => isObject(value) && Object.keys(value).length === 1 && !properties,
  items: isObject,
  anyOf: (value, { properties, patternProperties, items }) =>
    Array.isArray(value) && value.every(isObject) && !properties && !patternProperties && !items,
};

/** Nodes that were looked through: most stand in many schemas, and to go through each of those is a tenth of what it costs to boot. */
const looked = new WeakSet<Node>();

/**
 * Refuses a schema in which something would be found by nobody: a keyword that is not read, or a form of one. That is also an object
 * that lets fields pass which it does not name.
 * @param what it is of, as the beginning of a sentence
 * @throws {Error} with the way to it, e.g. `/notes/allOf`
 */
export function assertRead(what: string, schema: Node, at = ''): void {
  if (looked.has(schema)) return;
  for (const [keyword, value] of Object.entries(schema))
    if (!READ[keyword]?.(value, schema))
      throw new Error(`${what} has ${at}/${keyword}, in which nothing that is declared would be found`);
  for (const [name, node] of nodesWithin(schema)) assertRead(what, node, name === undefined ? at : `${at}/${name}`);
  looked.add(schema);
}
