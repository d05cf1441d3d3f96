import { randomBytes } from 'node:crypto';
import type { Queryable, Transaction } from '../database/queryable';
import { ENDED, openedBy, type Seal, sealedIn, WITHHELD } from './personal';
import { PersonalKey } from './personal-key';
import type { SecretBox } from './secret-box';

/*
 * Every person of a store has a key of its own, sealed by the store key. What is kept of a person beside the rows is sealed with it.
 * To end the key ends all of that at once, also what no statement would find; the row stays, so that no new key begins.
 */

interface KeyRow {
  readonly person: string;
  readonly sealed: Buffer | null;
}

const FIND = 'SELECT person_id AS person, sealed FROM personal_key WHERE store_id = $1 AND person_id = ANY($2)';
/** Makes the end of a key wait for running uses of it. */
const HOLD = `${FIND} FOR SHARE`;
const INSERT = `
  INSERT INTO personal_key (store_id, person_id, sealed)
  SELECT $1, person, sealed FROM unnest($2::text[], $3::bytea[]) AS fresh(person, sealed) ORDER BY person
  ON CONFLICT DO NOTHING`;
const END = `
  INSERT INTO personal_key (store_id, person_id, ended_at) VALUES ($1, $2, $3)
  ON CONFLICT (store_id, person_id) DO UPDATE SET sealed = NULL, ended_at = coalesce(personal_key.ended_at, EXCLUDED.ended_at)`;

/** The keys by person; null: the key has ended. */
type Keys = ReadonlyMap<string, PersonalKey | null>;

export const contextOf = (storeId: string, person: string): string => `personal_key|${storeId}|${person}`;

const keysOf = (box: SecretBox, storeId: string, rows: readonly KeyRow[]): Keys =>
  new Map(
    rows.map(({ person, sealed }) => {
      const context = contextOf(storeId, person);
      return [person, sealed && new PersonalKey(Buffer.from(box.open(sealed, context), 'base64'), context)];
    }),
  );

/** Keys of persons, held until the transaction ends: who has none yet is given one. */
export async function holdKeys(tx: Transaction, box: SecretBox, storeId: string, persons: readonly string[]) {
  const all = [...new Set(persons)].toSorted();
  const hold = () => (all.length === 0 ? Promise.resolve([]) : tx.query<KeyRow>(HOLD, [storeId, all]));
  let rows = await hold();
  const fresh = all.filter((person) => !rows.some((row) => row.person === person));
  if (fresh.length > 0) {
    const made = fresh.map((person) => box.seal(randomBytes(32).toString('base64'), contextOf(storeId, person)));
    tx.send(INSERT, [storeId, fresh, made]);
    rows = await hold();
  }
  const keys = keysOf(box, storeId, rows);
  return {
    /** Seals for all of these persons together: when the data of one of them ends, so does what they share. */
    sealFor: (of: readonly string[]): Seal => (of.length === 0 ? () => WITHHELD : sealing(keys, of.toSorted())),
  };
}

const sealing =
  (keys: Keys, of: readonly string[]): Seal =>
  (value) => {
    let sealed = JSON.stringify(value);
    for (const person of of) {
      const own = keys.get(person);
      if (!own) return ENDED;
      sealed = own.seal(sealed);
    }
    return { personal: sealed, of };
  };

/** Ends the key of a person, and with it the personal values, from the end of the transaction on. */
export function endPersonal(tx: Transaction, storeId: string, person: string, at: Date): void {
  tx.send(END, [storeId, person, at]);
}

/** The document as it was before its personal values were sealed. What has ended, or was never sealed here, is not told. */
export async function openPersonal<T>(db: Queryable, box: SecretBox, storeId: string, document: T): Promise<T> {
  const persons = [...new Set(sealedIn(document).flatMap(({ of }) => of))];
  if (persons.length === 0) return document;
  const keys = keysOf(box, storeId, await db.query<KeyRow>(FIND, [storeId, persons]));
  return openedBy(document, ({ personal, of }) => {
    try {
      const opened = of.reduceRight((sealed, person) => {
        const own = keys.get(person);
        if (!own) throw new Error(`what is kept of ${person} has ended`);
        return own.open(sealed);
      }, personal);
      return JSON.parse(opened);
    } catch {
      return ENDED;
    }
  }) as T;
}

/** The document for somebody who may not see personal values of its kind. */
export const withholdPersonal = <T>(document: T): T =>
  (sealedIn(document).length === 0 ? document : openedBy(document, () => WITHHELD)) as T;
