import { isNullable } from './schema';
import { fieldsNamed, type Node, someNode } from './walk';

/*
 * Some values are marked where their schema stands, e.g. `personal(…)` or `secret(…)`. Here is how they are found in what fits that
 * schema.
 */

/** Finds the values of one mark. */
export interface Marked {
  /** True if a schema has a place for such a value. */
  holds(schema: Node | undefined): boolean;
  /**
   * The value with everything marked in it replaced; what is replaced by undefined is left out. It need not fit the schema.
   * @param isDone tells what was replaced before
   */
  replaced(
    schema: Node | undefined,
    value: unknown,
    by: (value: unknown) => unknown,
    isDone?: (value: unknown) => boolean,
  ): unknown;
}

/** @param mark the keyword, e.g. `x-personal` @param value the value of the keyword */
export function markedBy(mark: `x-${string}`, value: true | string = true): Marked {
  const known = new WeakMap<Node, boolean>();
  const isOwn = (schema: object): boolean => (schema as Readonly<Record<string, unknown>>)[mark] === value;

  const marked: Marked = {
    holds(schema) {
      if (!schema) return false;
      let holds = known.get(schema);
      if (holds === undefined) {
        holds = someNode(schema, isOwn);
        known.set(schema, holds);
      }
      return holds;
    },

    replaced(schema, value, by, isDone = () => false) {
      if (!schema || !marked.holds(schema) || value === undefined || isDone(value)) return value;
      // Null is no value of what may be missing, unless the mark stands around both.
      if (value === null) return isOwn(schema) && isNullable(schema) ? by(value) : value;
      if (isOwn(schema)) return by(value);
      const inside = (nodes: readonly Node[], child: unknown) =>
        nodes.reduce((rest, node) => marked.replaced(node, rest, by, isDone), child);
      const { anyOf, items } = schema;
      if (anyOf) return inside(anyOf, value);
      if (Array.isArray(value)) return items ? value.map((item) => inside([items], item)) : value;
      if (typeof value !== 'object') return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, child]) => [name, inside(fieldsNamed(schema, name), child)] as const)
          .filter(([, child]) => child !== undefined),
      );
    },
  };
  return marked;
}
