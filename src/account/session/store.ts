import type { Database } from '../../kernel/database/database';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Role } from '../../kernel/declaration/roles';
import { newId } from '../../kernel/ids';
import { holdProof, type Login } from '../login-store';
import type { OwnerAccount } from '../owner/store';

/** A Postgres interval: a session that was not used for so long is over. */
const IDLE = '7 days';

const INSERT = `
  INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at, id, device)
  VALUES ($1, $2, $3, $4, now() + $5::interval, $6, $7) RETURNING expires_at AS "expiresAt"`;

interface NewSessionRow {
  readonly digest: Buffer;
  readonly csrfDigest: Buffer;
  readonly device: string | null;
}

interface Opening {
  readonly owner: OwnerAccount;
  /** As it was proven: a password that was changed meanwhile has ended all sessions of the one before. */
  readonly login: Login;
  /** Tells whether the rest holds, too, while the login is locked. */
  readonly also?: (tx: Queryable) => Promise<boolean>;
}

/**
 * @param life a Postgres interval @returns when the session ends, by the clock that will judge it; undefined: the login is not what it was
 */
export function insertSession(
  database: Database,
  { owner, login, also }: Opening,
  { digest, csrfDigest, device }: NewSessionRow,
  life: string,
): Promise<string | undefined> {
  return database.transaction(owner.storeId, async (tx) => {
    if (!(await holdProof(tx, owner.id, login)) || (also && !(await also(tx))))
      return { keep: false, value: undefined };
    const values = [digest, owner.storeId, owner.id, csrfDigest, life, newId('ses'), device];
    const [row] = await tx.query<{ expiresAt: string }>(INSERT, values);
    return { keep: true, value: (row as { expiresAt: string }).expiresAt };
  });
}

interface SessionRow {
  readonly storeId: string;
  readonly ownerId: string;
  readonly csrfDigest: Buffer;
  readonly expiresAt: string;
  readonly email: string;
  /** The store requires a second step, and the login has none. */
  readonly lacksFactor: boolean;
  readonly role: Role;
}

const FIND = `
  SELECT store_id AS "storeId", owner_id AS "ownerId", csrf_digest AS "csrfDigest", expires_at AS "expiresAt", email,
    lacks_factor AS "lacksFactor", role
  FROM find_session($1, $2::interval)`;

/** Notes that it was used, which ends the one that it took the place of. @returns undefined when it is over */
export async function findSession(system: Queryable, digest: Buffer): Promise<SessionRow | undefined> {
  const [row] = await system.query<SessionRow>(FIND, [digest, IDLE]);
  return row;
}

export async function deleteSession(systemWriter: Queryable, digest: Buffer): Promise<void> {
  await systemWriter.query('SELECT log_out($1)', [digest]);
}

/** Notes that the owner has just said the password again. */
export async function confirmSession(db: Queryable, digest: Buffer): Promise<void> {
  await db.query('UPDATE owner_session SET confirmed_at = now() WHERE digest = $1', [digest]);
}

const CONFIRMED = `
  SELECT confirmed_at > now() - $3::interval AS confirmed FROM owner_session WHERE store_id = $1 AND digest = $2`;

/** @param within a Postgres interval */
export async function isConfirmed(tx: Queryable, storeId: string, digest: Buffer, within: string): Promise<boolean> {
  const [row] = await tx.query<{ confirmed: boolean | null }>(CONFIRMED, [storeId, digest, within]);
  return row?.confirmed === true;
}

const DEVICE = 'SELECT device FROM owner_session WHERE store_id = $1 AND digest = $2';

/** The program of a session of the store, by its own words; null: it did not say. */
export async function sessionDevice(tx: Queryable, storeId: string, digest: Buffer): Promise<string | null> {
  const [row] = await tx.query<{ device: string | null }>(DEVICE, [storeId, digest]);
  return row?.device ?? null;
}

/** A live session, as its owner sees it. */
export interface ListedSession {
  readonly id: string;
  readonly device: string | null;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly expiresAt: string;
  readonly isCurrent: boolean;
}

const LIST = `
  SELECT id, device, created_at AS "createdAt", used_at AS "usedAt", expires_at AS "expiresAt", digest = $2 AS "isCurrent"
  FROM login_sessions($1)
  WHERE expires_at > now() AND used_at > now() - $3::interval AND ($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`;

interface OwnSessions {
  readonly ownerId: string;
  readonly current: Buffer | null;
}

/** Lists the sessions of an owner in all stores, newest first. */
export const listSessions = (
  db: Queryable,
  { ownerId, current }: OwnSessions,
  before: string | null,
  limit: number,
): Promise<ListedSession[]> => db.query<ListedSession>(LIST, [ownerId, current, IDLE, before, limit]);

/** A session that was ended. */
export interface EndedSession {
  readonly id: string;
  readonly ownerId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const ENDED = 'id, owner_id AS "ownerId", created_at AS "createdAt", expires_at AS "expiresAt"';

const END = `
  DELETE FROM owner_session WHERE store_id = $1 AND owner_id = $2 RETURNING ${ENDED}`;

/** Ends the sessions of an account. */
export const endAccountSessions = (tx: Transaction, storeId: string, ownerId: string): Promise<EndedSession[]> =>
  tx.query<EndedSession>(END, [storeId, ownerId]);

const END_OWN = `SELECT ${ENDED} FROM end_login_sessions($1, $2, $3)`;

interface Which {
  readonly ownerId: string;
  /** The id of one; null: all. */
  readonly only: string | null;
  /** The digest of one that stays; null: none does. */
  readonly but: Buffer | null;
}

/** Ends the sessions of an owner, in whatever store: a stolen one is worth all of them. */
export const endSessions = (tx: Transaction, { ownerId, only, but }: Which): Promise<EndedSession[]> =>
  tx.query<EndedSession>(END_OWN, [ownerId, only, but]);

const SWITCH = `
  SELECT owner_id AS "id", expires_at AS "expiresAt" FROM switch_session($1, $2, $3, $4, $5)`;

/** Opens a session of another store to take the place of one, with which it expires. @returns undefined when the owner has no such store */
export async function switchSession(
  systemWriter: Queryable,
  session: Buffer,
  storeId: string,
  { digest, csrfDigest }: Pick<NewSessionRow, 'digest' | 'csrfDigest'>,
): Promise<{ readonly id: string; readonly expiresAt: string } | undefined> {
  const values = [session, storeId, digest, csrfDigest, newId('ses')];
  const [row] = await systemWriter.query<{ id: string; expiresAt: string }>(SWITCH, values);
  return row;
}
