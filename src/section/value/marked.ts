import type { TSchema } from '../../kernel/schema/schema';
import type { Hint } from '../prop';

/** A value whose schema has a hint, and its place. */
export interface Marked {
  readonly hint: Hint;
  readonly value: unknown;
  readonly path: readonly (string | number)[];
}

type Node = TSchema & {
  readonly 'x-hint'?: Hint;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
};

/** Finds links, texts and names of things in a value that fits the schema. */
export function markedIn(schema: TSchema, value: unknown): readonly Marked[] {
  const found: Marked[] = [];
  walk(schema as Node, value, [], found);
  return found;
}

function walk(schema: Node, value: unknown, path: readonly (string | number)[], found: Marked[]): void {
  if (value === undefined || value === null) return;
  const { 'x-hint': hint, properties, items } = schema;
  if (hint !== undefined) found.push({ hint, value, path });
  if (items && Array.isArray(value))
    for (const [index, each] of value.entries()) walk(items, each, [...path, index], found);
  if (properties && typeof value === 'object')
    for (const [name, field] of Object.entries(properties))
      if (Object.hasOwn(value, name)) walk(field, (value as Record<string, unknown>)[name], [...path, name], found);
}
