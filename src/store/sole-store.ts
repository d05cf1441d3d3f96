import type { Queryable, Transaction } from '../kernel/database/queryable';
import type { MutationContext, Snapshot } from '../kernel/declaration/context';
import { Contention } from '../kernel/errors';
import { changesNothing } from '../kernel/schema/patch';
import type { Aggregate } from '../kernel/table/aggregate';
import { storeOf } from '../kernel/table/aggregate-store';
import type { Titled } from '../kernel/table/references';
import type { Columns, Row, times } from '../kernel/table/table';
import { insertsInto } from '../kernel/table/table-store';

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'guardRev' | 'about' | 'record' | 'inverse'>;

/** An aggregate, whatever its columns. */
interface Declared extends Pick<Aggregate, 'word' | 'prefix' | 'table' | 'select'> {
  readonly columns: Columns;
  snapshot(row: never): Snapshot;
  whole(stated: never): object;
}

/** It notes the moment of the call. */
type Dated = typeof times;

interface Versioned {
  readonly id: string;
  readonly rev: number;
}

/** The statements of what a store has one of. `$1` is the store. */
export const soleStatements = ({ table, select }: Pick<Aggregate, 'table' | 'select'>) => ({
  find: `SELECT ${select()} FROM ${table} WHERE store_id = $1`,
  titles: `
    SELECT sole.id, s.name AS title FROM ${table} sole JOIN store s ON s.id = sole.store_id
    WHERE sole.store_id = $1 AND sole.id = ANY($2)`,
});

/** Makes the statements of a thing that a store has once, e.g. its checkout settings. It is there once somebody has stated all of it. */
export function soleOf<D extends Declared>(declared: D) {
  type SoleRow = Row<D>;
  type Whole = ReturnType<D['whole']>;
  const { word, prefix } = declared;
  const { find, titles } = soleStatements(declared);
  const { change } = storeOf<Columns>(declared as never);
  const { insertNew } = insertsInto<Dated>(declared as never);
  /** Two calls of one proposal cannot both make it. */
  const sole = `${word}/sole`;

  async function findSole(db: Queryable, storeId: string): Promise<(SoleRow & Versioned) | undefined> {
    db.touch?.('reads', sole);
    const [row] = await db.query<SoleRow & Versioned>(find, [storeId]);
    return row;
  }

  /** @throws {Contention} when another call has made it meanwhile */
  async function insert(tx: Transaction, storeId: string, row: object, now: Date): Promise<SoleRow & Versioned> {
    tx.touch?.('claims', sole);
    if (!(await insertNew(tx, storeId, row as never, now)))
      throw new Contention(storeId, `Somebody stated the ${word} of the store a moment ago.`);
    const at = now.toISOString();
    return { ...row, rev: 1, createdAt: at, updatedAt: at } as never;
  }

  return {
    find: findSole,

    /** Reads the name of the store. */
    titles: (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
      db.query<Titled>(titles, [storeId, ids]),

    /**
     * Writes what its owner states in the place of all that there was.
     * @param command by which it is taken back; the first statement is not
     * @param payload all of it, but for what came since
     * @param assertSound refuses what is stated, once it is known what it is about
     * @throws {Refusal} rev_conflict
     */
    async state(
      context: Context,
      command: string,
      { expectedRev: _guarded, ...payload }: object & { readonly expectedRev?: number },
      assertSound: (stated: Whole) => void,
    ): Promise<SoleRow & Versioned> {
      const { tx, storeId, now, record, inverse } = context;
      const stated = declared.whole(payload as never) as Whole;
      const before = await findSole(tx, storeId);
      const id = before?.id ?? context.newId(prefix);
      context.guardRev(id, before?.rev ?? 0);
      context.about([id]);
      assertSound(stated);
      if (!before) {
        const made = await insert(tx, storeId, { id, ...stated }, now);
        record(word, id, null, declared.snapshot(made as never));
        return made;
      }
      if (changesNothing(before, stated)) return before;
      const after = change(context, before as never, stated as never) as SoleRow & Versioned;
      inverse(command, { ...declared.snapshot(before as never), expectedRev: after.rev });
      return after;
    },
  };
}
