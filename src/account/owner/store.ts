import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Role } from '../../kernel/declaration/roles';
import { insertsInto } from '../../kernel/table/table-store';
import { type OwnerRow, owner } from './table';
import type { ListedOwner } from './view';

export const { insert: insertOwner, insertNew: insertNewOwner } = insertsInto(owner);

/** The account of an owner in one store. */
export interface OwnerAccount {
  readonly id: string;
  readonly storeId: string;
}

/** Whether anybody may log in at all. */
export async function hasOwner(system: Queryable): Promise<boolean> {
  const [row] = await system.query<{ any: boolean }>('SELECT has_owner() AS any');
  return row?.any ?? false;
}

const LOCK = `SELECT ${owner.select()} FROM owner_account WHERE store_id = $1 AND id = $2 FOR UPDATE`;

/** Locks the row of an owner and reads it. */
export async function lockOwner(tx: Transaction, storeId: string, ownerId: string): Promise<OwnerRow | undefined> {
  const [row] = await tx.query<OwnerRow>(LOCK, [storeId, ownerId]);
  return row;
}

const ROLE = 'SELECT role FROM owner_account WHERE store_id = $1 AND id = $2 AND joined_at IS NOT NULL FOR SHARE';

/** The role of a person, which stays until the transaction ends. @returns undefined of one who is no longer of the store */
export async function heldRole(tx: Transaction, storeId: string, ownerId: string): Promise<Role | undefined> {
  const [row] = await tx.query<{ role: Role }>(ROLE, [storeId, ownerId]);
  return row?.role;
}

const NOTE_PASSWORD = 'UPDATE owner_account SET password_set_at = $3 WHERE store_id = $1 AND id = $2';

/** Notes that the owner has set the password in this store. */
export function notePassword(tx: Transaction, storeId: string, ownerId: string, at: Date): void {
  tx.send(NOTE_PASSWORD, [storeId, ownerId, at]);
}

const NOTE_FACTOR = 'UPDATE owner_account SET second_factor_since = $3 WHERE store_id = $1 AND id = $2';

/** Notes in this store that the login of an owner has a second step, or has none. */
export function noteSecondFactor(tx: Transaction, storeId: string, ownerId: string, since: string | null): void {
  tx.send(NOTE_FACTOR, [storeId, ownerId, since]);
}

const SET_ROLE = 'UPDATE owner_account SET role = $3 WHERE store_id = $1 AND id = $2';

export function saveRole(tx: Transaction, storeId: string, ownerId: string, role: Role): void {
  tx.send(SET_ROLE, [storeId, ownerId, role]);
}

const SELECT = `
  SELECT ${owner.selectAnswer('o')}, coalesce(o.invite_expires_at <= now(), false) AS expired
  FROM owner_account o WHERE o.store_id = $1`;

const LIST = `${SELECT} AND ($2::text IS NULL OR o.id < $2) ORDER BY o.id DESC LIMIT $3`;

/** Lists the owners of a store, newest first. @param before id of the last row of the page before */
export const listOwners = (
  db: Queryable,
  storeId: string,
  before: string | null,
  limit: number,
): Promise<ListedOwner[]> => db.query<ListedOwner>(LIST, [storeId, before, limit]);

const LOCK_ALL = `SELECT ${owner.select()} FROM owner_account WHERE store_id = $1 ORDER BY id FOR UPDATE`;

/** Every owner of the store, locked in one order: none of them changes or goes. More may come: whoever adds one takes a turn before. */
export const lockOwners = (tx: Transaction, storeId: string): Promise<OwnerRow[]> =>
  tx.query<OwnerRow>(LOCK_ALL, [storeId]);

export function deleteOwner(tx: Transaction, storeId: string, ownerId: string): void {
  tx.send('DELETE FROM owner_account WHERE store_id = $1 AND id = $2', [storeId, ownerId]);
}

/** A link that leads an invited owner in. */
export interface Invitation {
  readonly digest: Buffer;
  readonly expiresAt: Date;
}

const INVITE = `
  UPDATE owner_account SET invite_digest = $3, invite_expires_at = $4 WHERE store_id = $1 AND id = $2`;

/** Puts a link in the place of the one before. */
export function saveInvitation(
  tx: Transaction,
  storeId: string,
  ownerId: string,
  { digest, expiresAt }: Invitation,
): void {
  tx.send(INVITE, [storeId, ownerId, digest, expiresAt]);
}

export interface Invited {
  readonly id: string;
  readonly storeId: string;
  readonly email: string;
  /** The login that has joined with the link already. */
  readonly loginId: string | null;
}

/** Looks and claims nothing. A link that was used is known as such. Seen through a function that looks across stores. @returns undefined when the link is over */
export async function findInvitation(system: Queryable, digest: Buffer): Promise<Invited | undefined> {
  const [found] = await system.query<Invited>(
    'SELECT id, store_id AS "storeId", email, login_id AS "loginId" FROM find_invitation($1)',
    [digest],
  );
  return found;
}

interface Claim {
  readonly digest: Buffer;
  readonly loginId: string;
  /** The second step of that login; null: it has none. */
  readonly secondFactorSince: string | null;
  readonly at: Date;
}

const CLAIM = `
  UPDATE owner_account
  SET joined_at = $4, login_id = $5, invite_expires_at = NULL, second_factor_since = $6
  WHERE store_id = $1 AND id = $2 AND invite_digest = $3 AND joined_at IS NULL AND invite_expires_at > $4 RETURNING id`;

/** Uses the link up and lets its owner in. @returns false when it is over: of two claims one gets it */
export async function claimInvitation(
  tx: Transaction,
  storeId: string,
  ownerId: string,
  { digest, loginId, secondFactorSince, at }: Claim,
): Promise<boolean> {
  return (await tx.query(CLAIM, [storeId, ownerId, digest, at, loginId, secondFactorSince])).length > 0;
}
