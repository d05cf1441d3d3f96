import type { Queryable } from '../kernel/database/queryable';

/** A key under which something is sealed, or was. */
export interface KnownKey {
  readonly id: string;
  /** Since when it seals; 1970: something was found under it, and no process has said that it seals with it. */
  readonly adoptedAt: string;
  /** Since when nothing was found under it any more; null: something is, or may be. */
  readonly unusedAt: string | null;
  /** Since when nothing may be sealed under it any more, see {@link retireKey}; null: it may. */
  readonly retiredAt: string | null;
}

/** Lists the known keys, first the one that was adopted last. */
export const knownKeys = (system: Queryable): Promise<KnownKey[]> =>
  system.query<KnownKey>(
    'SELECT id, adopted_at AS "adoptedAt", unused_at AS "unusedAt", retired_at AS "retiredAt" FROM sealing_keys()',
  );

/** Says that this key seals from now on, before anything is sealed under it. @throws {SealingKeyRetired} */
export async function adoptKey(systemWriter: Queryable, id: string): Promise<void> {
  await systemWriter.query('SELECT adopt_sealing_key($1)', [id]);
}

/** The reasons that keep a key from being retired. */
export interface InUse {
  /** The key was adopted last, so it seals. */
  readonly seals: boolean;
  /** How many values are sealed under it. */
  readonly held: number;
}

/**
 * Takes a key out of use for good, unless it is in use: from then on the database takes nothing that is sealed under it, whichever
 * process still has it. Transactions that have just sealed something are waited for.
 * @returns why it is not retired; undefined: it is, or was already
 * @throws an error of {@link LOCK_NOT_AVAILABLE} when one of those transactions takes long
 */
export async function retireKey(maintenance: Queryable, id: string): Promise<InUse | undefined> {
  const [found] = await maintenance.query<InUse>('SELECT seals, held FROM retire_sealing_key($1)', [id]);
  const { seals, held } = found as InUse;
  return seals || held > 0 ? { seals, held } : undefined;
}

/** @param found ids of keys under which something is sealed @param gone of keys under which nothing is */
export async function noteKeys(
  systemWriter: Queryable,
  { found, gone }: { readonly found: readonly string[]; readonly gone: readonly string[] },
): Promise<void> {
  await systemWriter.query('SELECT note_sealing_keys($1, $2)', [found, gone]);
}

export async function sealedDigestKeys(system: Queryable): Promise<Buffer | undefined> {
  const [row] = await system.query<{ sealed: Buffer | null }>('SELECT sealed_digest_keys() AS sealed');
  return row?.sealed ?? undefined;
}

/** Keeps the digest keys, unless there are some already. The key that sealed them is adopted with it. */
export async function keepDigestKeys(systemWriter: Queryable, sealed: Buffer): Promise<void> {
  await systemWriter.query('SELECT keep_digest_keys($1)', [sealed]);
}

export async function resealDigestKeys(systemWriter: Queryable, was: Buffer, sealed: Buffer): Promise<void> {
  await systemWriter.query('SELECT reseal_digest_keys($1, $2)', [was, sealed]);
}
