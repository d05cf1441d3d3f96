import { ID_PATTERN, newId } from '../../src/kernel/ids';
import { schemaErrors } from '../../src/kernel/schema/validation';
import type { Random } from '../chaos/random';
import { sample } from './sample';

/** Identifiers that answers have named, by their prefix. What was named lately is picked more often. */
export class Known {
  private readonly ids = new Map<string, string[]>();
  private readonly all = new Set<string>();

  note(text: string): void {
    for (const [id] of text.matchAll(new RegExp(`\\b${ID_PATTERN}\\b`, 'g'))) {
      if (this.all.has(id)) continue;
      this.all.add(id);
      const prefix = id.slice(0, 3);
      this.ids.set(prefix, [...(this.ids.get(prefix) ?? []).slice(-KEPT_MAX), id]);
    }
  }

  pick(random: Random, prefixes: readonly string[]): string | undefined {
    const known = prefixes.filter((prefix) => this.ids.has(prefix));
    if (known.length === 0) return undefined;
    const ids = this.ids.get(random.pick(known)) as string[];
    return random.pick(random.chance(0.5) ? ids.slice(-RECENT) : ids);
  }
}

const KEPT_MAX = 300;
const RECENT = 8;

const WORDS = [
  'Cezve',
  'Küçük boy',
  'iade',
  'KOD-0001',
  '8690000000001',
  'kahve',
  'S',
  'trendyol',
  'shop@example.com',
  '2026-12-01',
];

/**
 * Draws a value of a schema: identifiers are such that answers have named, and what the example states is stated often.
 * @param example a value that fits, if there is one
 */
// biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
export function drawn(schema: any, example: unknown, random: Random, known: Known): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return example !== undefined && random.chance(0.4) ? example : random.pick(schema.enum);
  const ways: unknown[] | undefined = schema.anyOf ?? schema.oneOf;
  if (ways) {
    const fitting = ways.find((way) => schemaErrors(way as never, example).length === 0);
    return drawn(fitting !== undefined && random.chance(0.6) ? fitting : random.pick(ways), example, random, known);
  }
  switch (schema.type) {
    case 'object':
      return drawnObject(schema, example as Record<string, unknown> | undefined, random, known);
    case 'array': {
      const stated = Array.isArray(example) ? example : [];
      const least = schema.minItems ?? 0;
      const length = Math.min(schema.maxItems ?? 3, Math.max(least, random.int(least, 3)));
      const items = Array.from({ length }, (_, at) => drawn(schema.items, stated[at] ?? stated[0], random, known));
      return schema.uniqueItems ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items;
    }
    case 'integer':
    case 'number': {
      if (typeof example === 'number' && random.chance(0.4)) return example;
      const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? -3 : schema.exclusiveMinimum + 1);
      const most = schema.maximum ?? 2 ** 31;
      return Math.min(
        most,
        least + (random.chance(0.1) ? most - least : random.int(0, random.pick([1, 5, 40, 20_000]))),
      );
    }
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return drawnText(schema, example, random, known);
    default:
      return example ?? sample(schema);
  }
}

function drawnObject(
  // biome-ignore lint/suspicious/noExplicitAny: any JSON Schema
  schema: any,
  example: Record<string, unknown> | undefined,
  random: Random,
  known: Known,
): Record<string, unknown> {
  const required = new Set<string>(schema.required ?? []);
  const value: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(schema.properties ?? {})) {
    const stated = example?.[name];
    if (!required.has(name) && !random.chance(stated === undefined ? 0.2 : 0.7)) continue;
    // A rev that is stated is mostly not that of what is named.
    if (name === 'expectedRev' && random.chance(0.7)) continue;
    value[name] = drawn(each, stated, random, known);
  }
  return value;
}

function drawnText(
  schema: {
    readonly pattern?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly format?: string;
  },
  example: unknown,
  random: Random,
  known: Known,
): string {
  const { pattern = '', minLength = 0, maxLength = Infinity, format } = schema;
  const prefixes = /^\^\(?(?:\?:)?((?:[a-z]{3}\|?)+)\)?_/.exec(pattern)?.[1]?.split('|');
  if (prefixes) {
    const id = random.chance(0.97) ? known.pick(random, prefixes) : undefined;
    const made = id ?? (typeof example === 'string' ? example : newId(random.pick(prefixes)));
    return made;
  }
  if (typeof example === 'string' && random.chance(0.6)) return example;
  const fits = (word: string): boolean =>
    format === undefined && word.length >= minLength && word.length <= maxLength && new RegExp(pattern).test(word);
  const words = [...WORDS, `${random.pick(WORDS)} ${random.int(1, 99)}`].filter(fits);
  if (words.length > 0) return random.pick(words);
  // A text without a word for it is mostly refused, and a refusal is an answer as well.
  return typeof example === 'string' ? example : 'x'.repeat(Math.max(1, minLength));
}
