import type { Queryable } from '../kernel/database/database';

/** A key under which something is sealed, or was. */
export interface KnownKey {
  readonly id: string;
  /** Since when it seals; 1970: something was found under it, and no process has said that it seals with it. */
  readonly adoptedAt: string;
  /** Since when nothing is sealed under it any more; null: something is, or may be. */
  readonly unusedAt: string | null;
}

/** The one that was adopted last first. */
export const knownKeys = (system: Queryable): Promise<KnownKey[]> =>
  system.query<KnownKey>('SELECT id, adopted_at AS "adoptedAt", unused_at AS "unusedAt" FROM sealing_keys()');

/** Says that this key seals from now on, before anything is sealed under it. */
export async function adoptKey(systemWriter: Queryable, id: string): Promise<void> {
  await systemWriter.query('SELECT adopt_sealing_key($1)', [id]);
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

/** Keeps the digest keys, unless there are some already. */
export async function keepDigestKeys(systemWriter: Queryable, sealed: Buffer): Promise<void> {
  await systemWriter.query('SELECT keep_digest_keys($1)', [sealed]);
}

export async function resealDigestKeys(systemWriter: Queryable, was: Buffer, sealed: Buffer): Promise<void> {
  await systemWriter.query('SELECT reseal_digest_keys($1, $2)', [was, sealed]);
}
