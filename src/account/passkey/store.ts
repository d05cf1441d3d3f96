import type { Queryable } from '../../kernel/database/queryable';

/*
 * Passkeys belong to a login, which belongs to no store: functions alone see their rows. Whoever adds or removes one has locked the login.
 */

/** A passkey as its owner sees it, and as a browser is asked for it. */
export interface Passkey {
  readonly id: string;
  readonly loginId: string;
  readonly credentialId: Buffer;
  /** By which an authenticator knows the account, and nobody else does. */
  readonly userHandle: Buffer;
  readonly transports: readonly string[];
  readonly name: string;
  /**
   * It may stand for the password: the authenticator has verified its owner when it was added, e.g. by a finger, and it has opened the login
   * beside the password since that was last set by a link.
   */
  readonly verifiesOwner: boolean;
  readonly createdAt: string;
  readonly usedAt: string | null;
}

const OF_LOGINS = `
  SELECT id, login_id AS "loginId", credential_id AS "credentialId", user_handle AS "userHandle", transports, name,
    verifies_owner AS "verifiesOwner", created_at AS "createdAt", used_at AS "usedAt"
  FROM login_passkeys($1)`;

/** Finds the passkeys of logins: each has few. */
export const findPasskeys = (db: Queryable, loginIds: readonly string[]): Promise<Passkey[]> =>
  db.query<Passkey>(OF_LOGINS, [loginIds]);

const OF_OWNER = `
  SELECT k.id, k.name, k.verifies_owner AS "verifiesOwner", k.created_at AS "createdAt", k.used_at AS "usedAt"
  FROM owner_account o, login_passkeys(ARRAY[o.login_id]) k
  WHERE o.store_id = $1 AND o.id = $2 AND ($3::text IS NULL OR k.id < $3) ORDER BY k.id DESC LIMIT $4`;

interface Listing {
  readonly storeId: string;
  readonly ownerId: string;
  /** Id of the last row of the page before. */
  readonly before: string | null;
  readonly limit: number;
}

/** Lists the passkeys of an owner, newest first. */
export const listPasskeys = (db: Queryable, { storeId, ownerId, before, limit }: Listing): Promise<ListedPasskey[]> =>
  db.query<ListedPasskey>(OF_OWNER, [storeId, ownerId, before, limit]);

export type ListedPasskey = Pick<Passkey, 'id' | 'name' | 'verifiesOwner' | 'createdAt' | 'usedAt'>;

interface Answer {
  readonly yes: boolean | null;
}

const isYes = ([row]: readonly Answer[]): boolean => row?.yes === true;

/** A passkey that is new to its login. */
interface NewPasskey extends Omit<Passkey, 'createdAt' | 'usedAt'> {
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

const ADD = 'SELECT add_passkey($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS yes';

/** @returns false when an authenticator is there with that credential already */
export async function addPasskey(tx: Queryable, added: NewPasskey, at: Date): Promise<boolean> {
  const { id, loginId, credentialId, publicKey, counter, userHandle, transports, name, verifiesOwner } = added;
  const values = [
    id,
    loginId,
    credentialId,
    Buffer.from(publicKey),
    counter,
    userHandle,
    transports,
    name,
    verifiesOwner,
    at,
  ];
  return isYes(await tx.query<Answer>(ADD, values));
}

export async function savePasskeyName(tx: Queryable, loginId: string, id: string, name: string): Promise<void> {
  await tx.query('SELECT name_passkey($1, $2, $3)', [loginId, id, name]);
}

export async function removePasskey(tx: Queryable, loginId: string, id: string): Promise<void> {
  await tx.query('SELECT remove_passkey($1, $2)', [loginId, id]);
}

/** A passkey with its key, by which an answer is judged. */
export interface PasskeyProof {
  readonly id: string;
  readonly loginId: string;
  /** Hash of the password of the login, as it is while the answer is judged. */
  readonly passwordHash: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly userHandle: Buffer;
  /** True if it verifies its owner, see {@link Passkey.verifiesOwner}. */
  readonly verifiesOwner: boolean;
}

const FIND = `
  SELECT id, login_id AS "loginId", password_hash AS "passwordHash", public_key AS "publicKey", counter::float8 AS counter,
    user_handle AS "userHandle", verifies_owner AS "verifiesOwner"
  FROM find_passkey($1)`;

/** Finds the passkey of a credential, whosever it is. */
export async function findPasskey(system: Queryable, credentialId: Buffer): Promise<PasskeyProof | undefined> {
  const [row] = await system.query<PasskeyProof>(FIND, [credentialId]);
  return row;
}

/**
 * Notes that a passkey was used. @param counter as the authenticator counts its uses; it stays 0 where none are counted
 * @returns false when the passkey is gone, or has been used with that counter or a later one
 */
export const spendPasskey = async (db: Queryable, id: string, counter: number): Promise<boolean> =>
  isYes(await db.query<Answer>('SELECT use_passkey($1, $2) AS yes', [id, counter]));

/**
 * Lets a passkey stand for the password again, since a link has set that: it has opened the login beside the new one.
 * @param tx in which the login is locked, with the password that was proven
 * @returns false when the passkey is gone
 */
export const provePasskey = async (tx: Queryable, id: string): Promise<boolean> =>
  isYes(await tx.query<Answer>('SELECT prove_passkey($1) AS yes', [id]));

/** A question to an authenticator, and whoever may answer it. */
export interface Challenge {
  readonly digest: Buffer;
  readonly purpose: Purpose;
  readonly bound: readonly string[];
}

/** The purpose of an answer: `entry` opens a session without a password, `step` beside one. */
export type Purpose = 'entry' | 'step' | 'confirm' | 'registration';

/** @param life a Postgres interval */
export async function keepChallenge(db: Queryable, { digest, purpose, bound }: Challenge, life: string): Promise<void> {
  await db.query('SELECT ask_passkey($1, $2, $3, $4::interval)', [digest, purpose, bound, life]);
}

/** Uses a challenge up, of which one answer counts. @returns false when it is over, or was for another purpose or for somebody else, who keeps it */
export const takeChallenge = async (db: Queryable, digest: Buffer, purpose: Purpose, by: string): Promise<boolean> =>
  isYes(await db.query<Answer>('SELECT take_passkey_answer($1, $2, $3) AS yes', [digest, purpose, by]));
