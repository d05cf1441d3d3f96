import type { Queryable } from '../kernel/database/queryable';
import type { OwnerAccount } from './owner/store';

/** Digest of a link for a new password, and for whom. */
interface PasswordLink {
  readonly digest: Buffer;
  /** An account of the address. */
  readonly ownerId: string;
  /** The mail that brings it; null: whoever runs the installation hands it over. */
  readonly mailId: string | null;
  readonly expiresAt: Date;
  /** True for a link that also ends the second step of each login of the address. Only the operator hands such a link over. */
  readonly endsSecondFactor: boolean;
}

const ISSUE = 'SELECT issue_password_link($1, $2, $3, $4, $5)';

export async function issuePasswordLink(
  db: Queryable,
  { digest, ownerId, mailId, expiresAt, endsSecondFactor }: PasswordLink,
): Promise<void> {
  await db.query(ISSUE, [digest, ownerId, mailId, expiresAt, endsSecondFactor]);
}

/** The account of an address that joined first. @returns undefined when nobody logs in with the address */
export async function findAddressAccount(system: Queryable, email: string): Promise<OwnerAccount | undefined> {
  const [row] = await system.query<OwnerAccount>('SELECT id, store_id AS "storeId" FROM address_account($1)', [email]);
  return row;
}

/** Addresses that somebody logs in with, the oldest first. @param most at most */
export async function loginAddresses(system: Queryable, most: number): Promise<string[]> {
  const rows = await system.query<{ email: string }>('SELECT email FROM login_addresses($1) AS email', [most]);
  return rows.map(({ email }) => email);
}

/** When the link of a mail ends, as ISO 8601. @returns undefined when it is over, and when the mail brings none */
export async function findMailedLink(system: Queryable, mailId: string): Promise<string | undefined> {
  const [row] = await system.query<{ expiresAt: string | null }>('SELECT mailed_password_link($1) AS "expiresAt"', [
    mailId,
  ]);
  return row?.expiresAt ?? undefined;
}

/** The account that a link was issued for. */
export interface LinkedAccount extends OwnerAccount {
  readonly email: string;
  /** A mail brought it, and not whoever runs the installation. */
  readonly isMailed: boolean;
}

/** Finds the account of a link, and claims nothing. @returns undefined when the link is over */
export async function findPasswordLink(system: Queryable, digest: Buffer): Promise<LinkedAccount | undefined> {
  const [row] = await system.query<LinkedAccount>(
    'SELECT id, store_id AS "storeId", email, mailed AS "isMailed" FROM find_password_link($1)',
    [digest],
  );
  return row;
}

const CLAIM = 'SELECT id, store_id AS "storeId", factor_ended AS "factorEnded" FROM claim_password_link($1, $2, $3)';

/** An account whose login has the new password. */
export interface RenewedAccount extends OwnerAccount {
  /** The link has ended the second step of the login, too. */
  readonly factorEnded: boolean;
}

interface Renewal {
  readonly passwordHash: string;
  readonly at: Date;
}

/**
 * Uses a link up, with all others of its address, and gives every login of the address the password. The logins stay locked.
 * @returns the accounts of those logins; none when the link is over: of two claims one gets it
 */
export const claimPasswordLink = (
  tx: Queryable,
  digest: Buffer,
  { passwordHash, at }: Renewal,
): Promise<RenewedAccount[]> => tx.query<RenewedAccount>(CLAIM, [digest, passwordHash, at]);
