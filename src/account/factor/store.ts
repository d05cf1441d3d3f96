import type { Queryable } from '../../kernel/database/queryable';
import type { Authenticator } from './secret';

/*
 * A second step belongs to a login, which belongs to no store: functions alone see its rows. Whoever changes one has locked the login.
 */

const FACTORS = 'SELECT login_id AS "loginId", nonce FROM login_factors($1)';

/** Finds the authenticators of those logins that have one. */
export const findFactors = (system: Queryable, loginIds: readonly string[]): Promise<Authenticator[]> =>
  system.query<Authenticator>(FACTORS, [loginIds]);

/** The second step of a login, as its owner sees it. */
export interface OwnFactor {
  /** null: no authenticator was begun. */
  readonly nonce: Buffer | null;
  /** null: it is off. An authenticator may have been begun, of which no code has proven yet that it has the secret. */
  readonly since: string | null;
  /** null: passkeys alone are the second step. */
  readonly authenticatorSince: string | null;
  readonly passkeys: number;
  /** Recovery codes that are left. */
  readonly codes: number;
}

const OWN = `
  SELECT nonce, since, codes::int, authenticator_since AS "authenticatorSince", passkeys::int FROM own_factor($1)`;

/** @returns undefined when the login has none, and none was begun */
export async function ownFactor(db: Queryable, loginId: string): Promise<OwnFactor | undefined> {
  const [row] = await db.query<OwnFactor>(OWN, [loginId]);
  return row;
}

interface Answer {
  readonly yes: boolean | null;
}

const isYes = ([row]: readonly Answer[]): boolean => row?.yes === true;

/** Begins a second step, or begins it anew. @returns false when the login has one already */
export const beginFactor = async (tx: Queryable, { loginId, nonce }: Authenticator): Promise<boolean> =>
  isYes(await tx.query<Answer>('SELECT begin_factor($1, $2) AS yes', [loginId, nonce]));

/** Turns a second step on that was begun. @param step see `stepOf`: its code opens nothing any more */
export const proveFactor = async (tx: Queryable, loginId: string, step: number, at: Date): Promise<boolean> =>
  isYes(await tx.query<Answer>('SELECT prove_factor($1, $2, $3) AS yes', [loginId, step, at]));

/** Takes the authenticator off a login, and its recovery codes unless a passkey is left for which they stand. */
export async function endFactor(tx: Queryable, loginId: string): Promise<void> {
  await tx.query('SELECT end_factor($1)', [loginId]);
}

/** Puts recovery codes in the place of those before. */
export async function setRecoveryCodes(tx: Queryable, loginId: string, codes: readonly Buffer[]): Promise<void> {
  await tx.query('SELECT set_recovery_codes($1, $2)', [loginId, codes]);
}

/**
 * Uses up the codes of a step and of all before it.
 * @param again true: the step that was used last counts once more @returns false when it was used
 */
export const spendStep = async (
  systemWriter: Queryable,
  loginId: string,
  step: number,
  again: boolean,
): Promise<boolean> =>
  isYes(await systemWriter.query<Answer>('SELECT use_factor($1, $2, $3) AS yes', [loginId, step, again]));

/** Uses a recovery code up. @returns false when the login has no such code */
export const spendRecoveryCode = async (tx: Queryable, loginId: string, digest: Buffer): Promise<boolean> =>
  isYes(await tx.query<Answer>('SELECT use_recovery_code($1, $2) AS yes', [loginId, digest]));

/** Whether a store of the login requires a second step. */
export const isRequired = async (tx: Queryable, loginId: string): Promise<boolean> =>
  isYes(await tx.query<Answer>('SELECT requires_factor($1, NULL) AS yes', [loginId]));

const OF_OWNER = `
  SELECT f.since, coalesce(f.codes, 0)::int AS "recoveryCodesLeft", f.authenticator_since AS "authenticatorSince",
    coalesce(f.passkeys, 0)::int AS passkeys,
    requires_factor(o.login_id, NULL) AS "isRequired", requires_factor(o.login_id, $1) AS "isRequiredHere"
  FROM owner_account o LEFT JOIN LATERAL own_factor(o.login_id) f ON f.since IS NOT NULL
  WHERE o.store_id = $1 AND o.id = $2`;

interface FactorOfOwner {
  readonly since: string | null;
  readonly recoveryCodesLeft: number;
  readonly authenticatorSince: string | null;
  readonly passkeys: number;
  /** By a store of the login. */
  readonly isRequired: boolean;
  /** By the store of the session. */
  readonly isRequiredHere: boolean;
}

const NO_FACTOR: FactorOfOwner = {
  ...{ since: null, recoveryCodesLeft: 0, authenticatorSince: null, passkeys: 0 },
  ...{ isRequired: false, isRequiredHere: false },
};

/** Reads the second step of an owner. One that was begun and not proven is none. */
export async function factorOf(db: Queryable, storeId: string, ownerId: string): Promise<FactorOfOwner> {
  const [row] = await db.query<FactorOfOwner>(OF_OWNER, [storeId, ownerId]);
  return row ?? NO_FACTOR;
}
