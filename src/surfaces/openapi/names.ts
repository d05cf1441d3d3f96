import type { CapabilityIndex } from '../../kernel/declaration/declare';
import { type Json, plain, schemaRef } from './json';

/** What stands in many answers, by name: rows of lists, and entities. */
export function namedSchemas({ entities, routes }: Pick<CapabilityIndex, 'entities' | 'routes'>): Record<string, Json> {
  const rows = routes.flatMap(({ id, result }): [string, Json][] => {
    const { items } = (plain(result).properties ?? {}) as { items?: { items?: Json } };
    return items?.items ? [[`${id}.item`, items.items]] : [];
  });
  const named = entities.map(({ word, schema }): [string, Json] => [camelCased(word), plain(schema)]);
  return Object.fromEntries([...rows, ...named]);
}

const camelCased = (words: string): string => words.replace(/(^| )\w/g, (start) => start.trim().toUpperCase());

/** Puts a reference wherever a schema stands that has a name. What a field is called stays with the field. */
export function withReferences<Part extends { readonly schemas: Json }>(
  named: Readonly<Record<string, Json>>,
  part: Part,
): Part {
  const nameless = ({ 'x-label': _, ...schema }: Json): string => JSON.stringify(schema);
  const names = new Map(Object.entries(named).map(([name, schema]) => [nameless(schema), name]));
  const used = new Set<string>();
  const inner = (value: Json): Json =>
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, referring(each)]));
  const referring = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referring);
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Json;
    const name = schema.type === 'object' ? names.get(nameless(schema)) : undefined;
    if (name === undefined) return inner(schema);
    used.add(name);
    const label = schema['x-label'];
    const isOwn = JSON.stringify(label) === JSON.stringify(named[name]?.['x-label']);
    return { ...schemaRef(name), ...(isOwn ? {} : { 'x-label': label }) };
  };
  const referred = inner(part) as Part;
  const definitions = Object.entries(named).map(([name, schema]): [string, Json] => [name, inner(schema)]);
  return {
    ...referred,
    schemas: { ...referred.schemas, ...Object.fromEntries(definitions.filter(([name]) => used.has(name))) },
  };
}
