import type { Queryable, Transaction } from '../database/queryable';
import { ENDED, isGone } from '../personal/personal';
import { holdKeys, openPersonal } from '../personal/personal-store';
import type { SecretBox } from '../personal/secret-box';
import type { Static } from '../schema/schema';
import { type Columns, type Opened, picking, type SEALED, type SealedValues, type Table } from './table';

type Sealing<C extends Columns> = Pick<Table<C>, 'word' | 'logical' | 'sealedNames'>;

/** Sealed value in a row. */
interface InRow {
  readonly sealed: Static<typeof SEALED.schema>;
}

/**
 * Opens and seals what rows have sealed, by the declaration: see `Column.sealed`.
 * @param person the column that names whose key it is
 */
export function sealedRowsOf<C extends Columns>(declared: Sealing<C>, person: string & keyof C) {
  type Whole = Opened<Sealing<C>>;
  type SealedNames = keyof SealedValues<C>;
  const { word } = declared;
  const sealedNames: readonly string[] = declared.sealedNames;
  const pickSealed = picking(sealedNames);

  /** Opens rows as `open` does, with one question for their keys. */
  async function openAll(db: Queryable, box: SecretBox, storeId: string, rows: readonly InRow[]): Promise<Whole[]> {
    const values = await openPersonal<readonly object[]>(
      db,
      box,
      storeId,
      rows.map(({ sealed }) => sealed),
    );
    return rows.map(({ sealed: _, ...rest }, place) => {
      const opened = values[place] as object;
      return {
        ...rest,
        ...(isGone(opened) ? Object.fromEntries(sealedNames.map((name) => [name, ENDED])) : opened),
      } as Whole;
    });
  }

  return {
    /** Opens the sealed values of a row; a value that has ended is {@link ENDED}. */
    open: async (db: Queryable, box: SecretBox, storeId: string, row: InRow): Promise<Whole> =>
      (await openAll(db, box, storeId, [row]))[0] as Whole,

    openAll,

    /**
     * The row as a statement writes it, its values sealed under the key of its person; who has none is given one.
     * @throws when that key has ended: nobody would read the values again
     */
    async seal<R extends SealedValues<C>>(
      tx: Transaction,
      box: SecretBox,
      storeId: string,
      row: R,
    ): Promise<Omit<R, SealedNames> & InRow> {
      const whose = (row as Readonly<Record<string, unknown>>)[person] as string;
      const { sealFor } = await holdKeys(tx, box, storeId, [whose]);
      const sealed = sealFor([whose])(pickSealed(row));
      if (isGone(sealed)) throw new Error(`a ${word} of ${whose} is written, and the key of that person has ended`);
      const open = Object.entries(row).filter(([name]) => !sealedNames.includes(name));
      return { ...(Object.fromEntries(open) as Omit<R, SealedNames>), sealed };
    },
  };
}
