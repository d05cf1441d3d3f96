import type { Queryable } from '../kernel/database/queryable';
import { newId } from '../kernel/ids';
import type { OwnerAccount } from './owner/store';

/*
 * A login is a password, and the accounts in stores that it opens, all of the same address. It belongs to no store, so functions alone
 * see it. An address may have several: who is invited chooses a password without being asked whether there is one already, since the
 * answer would be for whoever holds the link, and that is also who made it.
 */

/** A password that opens accounts of an address. */
export interface Login {
  readonly id: string;
  readonly passwordHash: string;
}

/** Reads the manners in which the passwords of an address are hashed, see `password.ts`. */
export async function loginManners(system: Queryable, email: string): Promise<string[]> {
  const rows = await system.query<{ manner: string }>('SELECT manner FROM login_manners($1) AS manner', [email]);
  return rows.map(({ manner }) => manner);
}

/** Finds the logins of an address that have one of these hashes, the oldest first. */
export const findLogins = (system: Queryable, email: string, hashes: readonly string[]): Promise<Login[]> =>
  system.query<Login>('SELECT id, password_hash AS "passwordHash" FROM find_logins($1, $2)', [email, hashes]);

/** The login of an owner of that address; undefined: there is no such owner. */
export async function loginOf(system: Queryable, ownerId: string, email: string): Promise<string | undefined> {
  const [row] = await system.query<{ id: string | null }>('SELECT login_of($1, $2) AS id', [ownerId, email]);
  return row?.id ?? undefined;
}

/** Makes a login for an account that the same transaction writes. */
export async function makeLogin(
  tx: Queryable,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: Date },
): Promise<Login> {
  const id = newId('lgn');
  await tx.query('SELECT make_login($1, $2, $3)', [id, passwordHash, at]);
  return { id, passwordHash };
}

/** Puts another hash of the same password in the place of one. @returns false when the password is another one by now */
export async function renewHash(systemWriter: Queryable, login: Login, fresh: string): Promise<boolean> {
  const values = [login.id, login.passwordHash, fresh];
  const [row] = await systemWriter.query<{ renewed: boolean | null }>(
    'SELECT renew_hash($1, $2, $3) AS renewed',
    values,
  );
  return row?.renewed === true;
}

/**
 * Lets whoever changes the password, or ends the account, wait for the transaction.
 * @returns false when the password is another one by now, or the account not of the login
 */
export async function holdProof(tx: Queryable, ownerId: string, login: Login): Promise<boolean> {
  const values = [ownerId, login.id, login.passwordHash];
  const [row] = await tx.query<{ proven: boolean }>('SELECT login_proven($1, $2, $3) AS proven', values);
  return row?.proven === true;
}

/**
 * Locks the login of an account. Several things of an owner are locked in one order: the login, then accounts, then sessions. @returns null
 * when the account has none, or is gone
 */
export async function holdOwnerLogin(tx: Queryable, storeId: string, ownerId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string | null }>('SELECT hold_owner_login($1, $2) AS id', [ownerId, storeId]);
  return row?.id ?? null;
}

/**
 * Makes one login of those that were proven with one password, and ends their sessions: any of them could have been planted with a
 * guess, also before the owner came.
 * @returns the one that stays; undefined when none has that password any more
 */
export async function mergeLogins(systemWriter: Queryable, proven: readonly Login[]): Promise<Login | undefined> {
  const [row] = await systemWriter.query<{ id: string | null }>('SELECT merge_logins($1, $2) AS id', [
    proven.map(({ id }) => id),
    proven.map(({ passwordHash }) => passwordHash),
  ]);
  return proven.find(({ id }) => id === row?.id);
}

/** Its accounts, the one that was used last before the others. */
export const accountsOf = (system: Queryable, loginId: string): Promise<OwnerAccount[]> =>
  system.query<OwnerAccount>('SELECT id, store_id AS "storeId" FROM login_accounts($1)', [loginId]);

/** Changes the password of the login that an account belongs to. The rest of the transaction comes after any log-in with the old one. */
export async function setPassword(
  tx: Queryable,
  ownerId: string,
  { passwordHash, at }: { readonly passwordHash: string; readonly at: Date },
): Promise<void> {
  await tx.query('SELECT set_password($1, $2, $3)', [ownerId, passwordHash, at]);
}

/** The account of a session's login, seen from a store. */
export interface OwnAccount {
  /** The account's id in that store; null: there is none. */
  readonly id: string | null;
  readonly loginId: string;
  readonly email: string;
  /** How many stores the login opens. */
  readonly stores: number;
}

/** @returns undefined when the session is over */
export async function ownAccount(db: Queryable, session: Buffer, storeId: string): Promise<OwnAccount | undefined> {
  const [row] = await db.query<OwnAccount>('SELECT id, login_id AS "loginId", email, stores FROM own_account($1, $2)', [
    session,
    storeId,
  ]);
  return row;
}

/** Lets one call of a login at a time go on. */
export async function holdLogin(tx: Queryable, session: Buffer): Promise<void> {
  await tx.query('SELECT hold_login($1)', [session]);
}

/** A store that a login opens. */
interface OwnStore {
  readonly id: string;
  readonly joinedAt: string;
}

const STORES = `
  SELECT store_id AS id, joined_at AS "joinedAt" FROM own_stores($1)
  WHERE $2::text IS NULL OR store_id < $2 ORDER BY store_id DESC LIMIT $3`;

/** Lists the stores of an owner, newest first. @param before id of the last row of the page before */
export const listOwnStores = (
  db: Queryable,
  ownerId: string,
  before: string | null,
  limit: number,
): Promise<OwnStore[]> => db.query<OwnStore>(STORES, [ownerId, before, limit]);
