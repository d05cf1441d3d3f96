import type { Database, Queryable } from '../kernel/database/database';
import type { OwnerAccount } from './owner/store';

const INSERT = `
  INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at)
  VALUES ($1, $2, $3, $4, now() + $5::interval) RETURNING expires_at AS "expiresAt"`;

/** @param life a Postgres interval @returns when the session ends, by the clock that will judge it */
export function insertSession(
  database: Database,
  owner: Pick<OwnerAccount, 'id' | 'storeId'>,
  session: { readonly digest: Buffer; readonly csrfDigest: Buffer },
  life: string,
): Promise<string> {
  return database.transaction(owner.storeId, async (tx) => {
    const [row] = await tx.query<{ expiresAt: string }>(INSERT, [
      session.digest,
      owner.storeId,
      owner.id,
      session.csrfDigest,
      life,
    ]);
    return { keep: true, value: (row as { expiresAt: string }).expiresAt };
  });
}

interface SessionRow {
  readonly storeId: string;
  readonly ownerId: string;
  readonly csrfDigest: Buffer;
  readonly expiresAt: string;
  readonly email: string;
}

const FIND = `
  SELECT store_id AS "storeId", owner_id AS "ownerId", csrf_digest AS "csrfDigest", expires_at AS "expiresAt", email
  FROM find_session($1, $2::interval)`;

/** Notes that it was used. @param idle a Postgres interval: a session that was not used for so long is over @returns undefined when it is over */
export async function findSession(system: Queryable, digest: Buffer, idle: string): Promise<SessionRow | undefined> {
  const [row] = await system.query<SessionRow>(FIND, [digest, idle]);
  return row;
}

export async function deleteSession(db: Queryable, digest: Buffer): Promise<void> {
  await db.query('DELETE FROM owner_session WHERE digest = $1', [digest]);
}
