import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import { type Json, plain, schemaRef, typeNameOf } from './json';

/**
 * Names schemas that stand in many answers: those that are declared with a name, entities, and rows of lists. A declared name goes first.
 * @param part all that may hold schemas with a name of their own
 * @throws when two schemas have one name: a client would take the one for the other
 */
export function namedSchemas(
  { entities, routes }: Pick<CapabilityIndex, 'entities' | 'routes'>,
  part: object,
): Readonly<Record<string, Json>> {
  const named = new Map<string, Json>();
  for (const schema of declaredIn(part)) {
    const name = schema['x-type'] as string;
    const known = named.get(name);
    if (known && nameless(known) !== nameless(schema)) throw new Error(`two schemas are called ${name}`);
    named.set(name, schema);
  }
  for (const { word, schema } of entities) if (!named.has(typeNameOf(word))) named.set(typeNameOf(word), plain(schema));
  for (const { id, result } of routes) {
    const { items } = (plain(result).properties ?? {}) as { items?: { items?: Json } };
    if (items?.items && !('x-type' in items.items)) named.set(`${typeNameOf(id)}Item`, items.items);
  }
  return Object.fromEntries(named);
}

/** Every schema with a name of its own. */
function declaredIn(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(declaredIn);
  return typeof (value as Json)['x-type'] === 'string' ? [value as Json, ...within] : within;
}

/** Tells a schema from others without its names: the label of a field stays with the field. */
const nameless = ({ 'x-label': _, 'x-type': __, ...schema }: Json): string => JSON.stringify(schema);

/** Puts a reference wherever a schema stands that has a name. The label of a field stays with the field. */
export function withReferences<Part extends { readonly schemas: Json }>(
  named: Readonly<Record<string, Json>>,
  part: Part,
): Part {
  // The first of several names stands for a schema: a declared name goes before one that is made up.
  const names = new Map(
    Object.entries(named)
      .map(([name, schema]) => [nameless(schema), name] as const)
      .toReversed(),
  );
  const used = new Set<string>();
  const inner = (value: Json): Json =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => (key === 'x-type' ? [] : [[key, referring(each)]])),
    );
  const referring = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referring);
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Json;
    const name = schema.type === 'object' ? names.get(nameless(schema)) : undefined;
    if (name === undefined) return inner(schema);
    used.add(name);
    const label = schema['x-label'];
    const isOwn = JSON.stringify(label) === JSON.stringify(named[name]?.['x-label']);
    return { ...schemaRef(name), ...(isOwn || label === undefined ? {} : { 'x-label': label }) };
  };
  const referred = inner(part) as Part;
  const definitions = Object.entries(named).map(([name, schema]): [string, Json] => [name, inner(schema)]);
  return {
    ...referred,
    schemas: { ...referred.schemas, ...Object.fromEntries(definitions.filter(([name]) => used.has(name))) },
  };
}
