import type { TSchema } from './schema';

/*
 * Some values are marked where their schema stands, e.g. `personal(…)` or `secret(…)`. Here is how they are found in what fits that
 * schema. Properties, items of one form and choices are looked into, and nothing else: a mark anywhere else is refused at boot.
 */

interface Node {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** How the values of one mark are found. */
export interface Marked {
  /** Whether a schema has a place for such a value. */
  holds(schema: TSchema | undefined): boolean;
  /**
   * The value with everything marked in it replaced; what is replaced by undefined is left out. It need not fit the schema.
   * @param isDone tells what was replaced before
   */
  replaced(
    schema: TSchema | undefined,
    value: unknown,
    by: (value: unknown) => unknown,
    isDone?: (value: unknown) => boolean,
  ): unknown;
  /** The way to a mark that `replaced` would not find, e.g. `/notes/patternProperties`; undefined where it finds all. */
  missed(schema: TSchema | undefined, at?: string): string | undefined;
}

/** @param mark the keyword, e.g. `x-personal` */
export function markedBy(mark: `x-${string}`): Marked {
  const known = new WeakMap<TSchema, boolean>();
  const isOwn = (schema: object): boolean => (schema as Readonly<Record<string, unknown>>)[mark] === true;

  const named = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && (mark in value || Object.values(value).some(named));

  const marked: Marked = {
    holds(schema) {
      if (!schema) return false;
      let holds = known.get(schema);
      if (holds === undefined) {
        const { properties = {}, items, anyOf = [] } = schema as Node;
        holds = isOwn(schema) || [...Object.values(properties), ...anyOf].some(marked.holds) || marked.holds(items);
        known.set(schema, holds);
      }
      return holds;
    },

    replaced(schema, value, by, isDone = () => false) {
      if (!schema || !marked.holds(schema) || value === null || value === undefined || isDone(value)) return value;
      const { properties = {}, items, anyOf = [] } = schema as Node;
      if (isOwn(schema)) return by(value);
      const inside = (own: TSchema | undefined, child: unknown) => marked.replaced(own, child, by, isDone);
      if (anyOf.length > 0) return anyOf.reduce<unknown>((rest, choice) => inside(choice, rest), value);
      if (Array.isArray(value)) return value.map((item) => inside(items, item));
      if (typeof value !== 'object') return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, child]) => [name, inside(properties[name], child)] as const)
          .filter(([, child]) => child !== undefined),
      );
    },

    missed(schema, at = '') {
      const { properties = {}, items, anyOf = [], ...others } = (schema ?? {}) as Node;
      if (isOwn(schema ?? {})) return undefined;
      const isChoice = anyOf.length > 0;
      const looked = isChoice
        ? anyOf.map((choice) => [at, choice] as const)
        : Object.entries(properties).map(([name, child]) => [`${at}/${name}`, child] as const);
      const unseen = {
        ...others,
        ...(isChoice ? { properties, items } : {}),
        ...(Array.isArray(items) ? { items } : {}),
      };
      const lost = Object.entries(unseen).find(([, child]) => named(child));
      if (lost) return `${at}/${lost[0]}`;
      if (!isChoice && items && !Array.isArray(items)) looked.push([`${at}/items`, items]);
      return looked.map(([way, child]) => marked.missed(child, way)).find((way) => way !== undefined);
    },
  };
  return marked;
}
