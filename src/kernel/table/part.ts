import { Faults } from '../errors';
import type { ProblemCode } from '../problems';
import { id, type label, t, telling } from '../schema/schema';
import type { Aggregate } from './aggregate';
import { type Column, type Columns, identity, picking, type ShownRow, type Table, table } from './table';

const place = {
  type: 'smallint',
  schema: t.Integer({ minimum: 0 }),
  shown: false,
  compared: false,
} as const satisfies Column;

const whole = { type: 'text', kept: 'once', shown: false, compared: false } as const;

/** Columns of every part: its identifier, its aggregate, and its place among the parts. */
type Head<P extends string, K extends string> = { readonly id: ReturnType<typeof identity<P>> } & {
  readonly [N in K]: typeof whole & { readonly schema: ReturnType<typeof id<string>> };
} & { readonly position: typeof place };

interface Draft<P extends string, K extends string, C extends Columns> {
  readonly word: string;
  readonly label: ReturnType<typeof label>;
  readonly table: string;
  /** The prefix of the parts' identifiers. */
  readonly prefix: P;
  readonly of: Pick<Aggregate, 'prefix' | 'word'>;
  /** The column that names the whole. */
  readonly partOf: K;
  /** The refusal of a call that names a part which the whole does not have. */
  readonly unknown: ProblemCode;
  /** The columns beside its identifier, its whole and its position. */
  readonly columns: C;
}

interface Identified {
  readonly id: string;
}

/** Fate of the parts when one list of them replaces another. */
export interface Replacement<R extends Identified> {
  /** Removed parts, as they were. */
  readonly gone: readonly R[];
  readonly stayed: readonly R[];
  readonly added: readonly R[];
}

/** Ordered things of which an aggregate has several. They have identifiers and change under its rev; calls state all of them at once. */
export interface Part<C extends Columns = Columns> extends Table<C> {
  /** The column that names the whole. */
  readonly partOf: string;
  /** A new part, as answers show it. @param stated see {@link Table.creates} */
  planned(stated: object, newId: (prefix: string) => string): ShownRow<Table<C>>;
  /**
   * The list that a call states in place of another one. A part that it names stays, with its fields that are not stated; the rest is new.
   * @param pointer the pointer of the list in the payload
   * @throws {Refusal} {@link Draft.unknown}; invalid_request when a part is named twice, or stated with a field that another command sets
   */
  replaced(
    existing: readonly ShownRow<Table<C>>[],
    wanted: readonly { readonly id?: string }[],
    pointer: string,
    newId: (prefix: string) => string,
  ): ShownRow<Table<C>>[];
  /** Compares two lists: the parts that come, go and stay. */
  replacement<R extends Identified>(before: readonly R[], after: readonly R[]): Replacement<R>;
  /** A part that stays, as a call states it. */
  restated(row: ShownRow<Table<C>>): Readonly<Record<string, unknown>>;
}

/** Declares a kind of part; see {@link table}. What a nullable column of it costs is its declaration and a migration. */
export function part<P extends string, K extends string, const C extends Columns>(
  draft: Draft<P, K, C>,
): Part<Head<P, K> & C>;
export function part(draft: Draft<string, string, Columns>): Part {
  const { of, partOf, prefix, word, unknown, columns } = draft;
  // Parts that are shown are shown in their order, so their position is projected too.
  const isProjected = Object.values<Column>(columns).some(({ projected }) => projected !== undefined);
  const position = isProjected ? { ...place, projected: 'decides' as const } : place;
  const own = identity(prefix);
  const head = { id: { ...own, schema: telling(own.schema) }, [partOf]: { ...whole, schema: id(of.prefix) }, position };
  const sealed = Object.keys(columns).find((name) => columns[name]?.sealed);
  if (sealed) throw new Error(`${word}.${sealed} is sealed, and statements answer parts with their whole`);
  const { answer, ...declared } = table<Columns>({
    word,
    label: draft.label,
    table: draft.table,
    columns: { ...head, ...columns },
  });
  const setElsewhere = Object.entries<Column>(columns).flatMap(([name, { setBy }]) => (setBy ? [{ name, setBy }] : []));
  const planned: Part['planned'] = (stated, newId) => answer({ ...declared.initial, ...stated, id: newId(prefix) });

  return {
    ...declared,
    answer,
    partOf,
    planned,

    replaced(existing, wanted, pointer, newId) {
      const known = new Map(existing.map((row) => [row.id, row]));
      const seen = new Set<string>();
      const faults = new Faults();
      const rows = wanted.map((stated, index) => {
        const { id } = stated;
        if (id === undefined) return planned(stated, newId);
        const at = `${pointer}/${index}`;
        if (seen.has(id)) faults.add('invalid_request', `${at}/id`, 'is named twice');
        seen.add(id);
        if (!known.has(id)) faults.add(unknown, `${at}/id`, `is not a ${word} of this ${of.word}`);
        for (const { name, setBy } of setElsewhere)
          if (name in stated)
            faults.add('invalid_request', `${at}/${name}`, `of an existing ${word} is set by ${setBy}`);
        return answer({ ...known.get(id), ...stated });
      });
      faults.refuse();
      return rows;
    },

    replacement(before, after) {
      const existed = idsOf(before);
      const kept = idsOf(after);
      return {
        gone: before.filter(({ id }) => !kept.has(id)),
        stayed: after.filter(({ id }) => existed.has(id)),
        added: after.filter(({ id }) => !existed.has(id)),
      };
    },

    restated: picking(['id', ...Object.keys(declared.updates)]),
  };
}

const idsOf = (parts: readonly Identified[]): ReadonlySet<string> => new Set(parts.map(({ id }) => id));
