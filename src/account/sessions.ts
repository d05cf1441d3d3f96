import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kernel/database/database';
import type { Queryable } from '../kernel/database/queryable';
import type { Principal } from '../kernel/declaration/principal';
import { scopesOf } from '../kernel/declaration/roles';
import { Refusal, refuse } from '../kernel/errors';
import type { Digests } from '../kernel/personal/digests';
import type { Claimant } from '../kernel/trial/turns';
import { beginAttempt, beginEntry } from './attempts';
import type { KnownBrowser, KnownBrowsers } from './known-browsers';
import { provePasskey, spendPasskey } from './passkey/store';
import type { PresentedPasskey } from './passkey/wire';
import type { Passkeys } from './passkeys';
import type { RecoveryCodes } from './recovery-codes';
import { SecondStep } from './second-step';

export { BROWSER_LIFE_MS } from './known-browsers';
export { linkToken } from './link';
export { emailSchema, passwordSchema } from './owner/table';
export { askedPasskey, presentedPasskey } from './passkey/wire';

import {
  accountsOf,
  findLogins,
  type Login,
  loginManners,
  loginOf,
  mergeLogins,
  ownAccount,
  renewHash,
} from './login-store';
import type { OwnerAccount } from './owner/store';
import { mannerOf, passwordHashes, passwordSalt } from './password';
import { confirmSession, deleteSession, findSession, insertSession, switchSession } from './session/store';
import type { Attempt } from './slowdown';

const SESSION_LIFE = '30 days';

/** A failure takes at least as long as several hashes do: an address may have passwords that were hashed in several manners. */
const FAILURE_MS_MIN = 150;

export interface Session {
  readonly principal: Principal;
  readonly digest: Buffer;
  readonly email: string;
}

interface Proof {
  readonly email: string;
  readonly password: string;
  /** The address from which the request comes. */
  readonly address: string;
  /** The network to which the address belongs: its holder may have very many addresses. */
  readonly site: string;
  readonly browser: KnownBrowser | undefined;
  /** The program that logs in, by its own words. */
  readonly device: string | null;
  /** The second step, of a login that has one: see {@link SecondStep.admit}. */
  readonly code?: string | null | undefined;
  readonly passkey?: PresentedPasskey | undefined;
}

/** A passkey in the place of a password. */
interface PasskeyProof extends Pick<Proof, 'address' | 'site' | 'browser' | 'device'> {
  readonly passkey: PresentedPasskey;
}

/** A log-in from a browser that the login does not know. */
export interface NewBrowser {
  readonly account: OwnerAccount;
  readonly loginId: string;
  readonly device: string | null;
  /** The network from which it came, see {@link Proof.site}. */
  readonly site: string;
}

/** The password, or a passkey, that a session says again. */
interface Confirmation extends Omit<Proof, 'email' | 'password'> {
  readonly password?: string | undefined;
}

export type { KnownBrowser };

export interface NewSession {
  readonly cookie: string;
  readonly csrfToken: string;
  /** The value of the cookie by which this browser is known from now on. */
  readonly browser: string;
  readonly storeId: string;
  readonly expiresAt: string;
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * Owner sessions: an opaque cookie and a CSRF token, and only together they are one. The cookie reaches every port of its
 * host; the token stays where the login was answered, and is never told again.
 */
export class OwnerSessions {
  /** Told of each log-in from a browser that is new to the login. */
  onNewBrowser: (seen: NewBrowser) => void = () => {};
  private readonly secondStep: SecondStep;

  constructor(
    private readonly database: Database,
    private readonly browsers: KnownBrowsers,
    private readonly digests: Digests,
    readonly passkeys: Passkeys,
    recoveryCodes: RecoveryCodes,
  ) {
    this.secondStep = new SecondStep(database, digests, passkeys, recoveryCodes);
  }

  /** @param cookie undefined when there is none */
  browserOf(cookie: string | undefined): KnownBrowser | undefined {
    return this.browsers.find(cookie);
  }

  /**
   * @returns the cookie's value and the CSRF token, both shown only here
   * @throws {Refusal} invalid_login, the same for an unknown e-mail and a wrong password; second_factor_needed, second_factor_wrong; throttled
   */
  async login(proof: Proof): Promise<NewSession> {
    const { device } = proof;
    const { login, isKnown, passkeyId } = await this.prove(proof);
    const [found] = await accountsOf(this.database.system, login.id);
    const account = found ?? refuse('invalid_login');
    // Under the lock of the login: a password that a link has set meanwhile is not the one that was proven.
    const also = passkeyId === undefined ? undefined : (tx: Queryable) => provePasskey(tx, passkeyId);
    const opened = (await this.insert(account, login, device, also)) ?? refuse('invalid_login');
    if (!isKnown) this.onNewBrowser({ account, loginId: login.id, device, site: proof.site });
    return opened;
  }

  /**
   * Opens a session for whoever has a passkey that has verified its owner: that says who it is, and is two steps in one.
   * @returns as login does
   * @throws {Refusal} passkey_wrong, passkeys_unavailable, throttled
   */
  async enter({ passkey, browser, device, ...from }: PasskeyProof): Promise<NewSession> {
    const { address, site } = from;
    const proven = await this.passkeys.prove(passkey, ENTRY(address));
    const { loginId, passwordHash } = proven;
    const accounts = await accountsOf(this.database.system, loginId);
    const account = accounts[0] ?? refuse('passkey_wrong');
    const login = { id: loginId, passwordHash };
    // A passkey that was removed, or used with that counter, meanwhile opens nothing.
    const opened = await this.insert(account, login, device, (tx) => spendPasskey(tx, proven.id, proven.counter));
    if (!opened) refuse('passkey_wrong');
    if (!accounts.some(({ id }) => id === browser?.ownerId)) this.onNewBrowser({ account, loginId, device, site });
    return opened;
  }

  /**
   * The owner of a session says the password again, or shows a passkey.
   * @throws {Refusal} as login and enter do
   */
  async confirm(session: Session, { password, ...proof }: Confirmation): Promise<void> {
    const { principal, digest, email } = session;
    const { loginId } = await this.ownOf(session);
    if (password !== undefined) await this.prove({ ...proof, password, email }, loginId, digest);
    else {
      const { passkey, address } = proof;
      if (!passkey) refuse('invalid_request', 'The confirmation needs password or passkey.');
      const asked = { purpose: 'confirm', session: digest, of: [loginId], verified: true, address } as const;
      const { id, counter } = await this.passkeys.prove(passkey, asked);
      if (!(await spendPasskey(this.database.systemWriter, id, counter))) refuse('passkey_wrong');
    }
    await confirmSession(this.database.writer(principal.storeId), digest);
  }

  /** Asks the browser of a session for a passkey of its login. @throws {Refusal} as {@link Passkeys.askAgain} does */
  async askAgain(session: Session) {
    const { loginId } = await this.ownOf(session);
    return this.passkeys.askAgain(session.digest, loginId);
  }

  private async ownOf({ principal, digest }: Session) {
    const own = await ownAccount(this.database.system, digest, principal.storeId);
    return own ?? refuse('unauthenticated', 'The session is over.');
  }

  /**
   * @param only a login of which it has to be the password: of another one of the same address that says nothing
   * @param session that says it again; null: a log-in
   * @returns the login whose password it is, and whether it knows the browser
   * @throws {Refusal} invalid_login, second_factor_needed, second_factor_wrong, passkey_wrong, throttled
   */
  private async prove(
    proof: Proof,
    only: string | null = null,
    session: Buffer | null = null,
  ): Promise<{ readonly login: Login; readonly isKnown: boolean; readonly passkeyId: string | undefined }> {
    const startedMs = performance.now();
    const { systemWriter } = this.database;
    const own = await this.loginOfBrowser(proof);
    const proven = await this.proven(proof, own, only);
    if (proven.length === 0) {
      await sleep(FAILURE_MS_MIN - (performance.now() - startedMs));
      refuse('invalid_login');
    }
    const { code, passkey, address, browser, device } = proof;
    const known = browser && own !== undefined ? { browser: browser.id, loginId: own } : undefined;
    const admission = await this.secondStep.admit(proven, { code, passkey, address, device, known, session });
    const { logins: admitted, passkeyId } = admission;
    // Gone since: its last account, or its password.
    const login = (await mergeLogins(systemWriter, admitted)) ?? refuse('invalid_login');
    return { login: await this.asToday(login, proof), isKnown: admitted.some(({ id }) => id === own), passkeyId };
  }

  /** The login of that address at which the browser is known. */
  private loginOfBrowser({ browser, email }: Proof): Promise<string | undefined> {
    return browser ? loginOf(this.database.system, browser.ownerId, email) : Promise.resolve(undefined);
  }

  /** Counts the attempt as that of the browser, where it is known at a login of the address, and as a stranger's at all others. */
  private async proven(proof: Proof, own: string | undefined, only: string | null): Promise<readonly Login[]> {
    const { email, address, site, browser } = proof;
    const { systemWriter } = this.database;
    const attempt = { account: email.toLowerCase(), address, browser: undefined };
    if (!browser || own === undefined || (only !== null && own !== only)) {
      const fitting = await this.asStranger(attempt, () => this.fitting(proof, { isKnown: false, lane: site }));
      return fitting.filter(({ id }) => only === null || id === only);
    }
    const claimant = { isKnown: true, lane: browser.ownerId };
    const begun = await beginAttempt(systemWriter, { ...attempt, browser: browser.id });
    const fitting = await unlessFailed(this.fitting(proof, claimant), begun);
    const isOwn = ({ id }: Login): boolean => id === own;
    if (fitting.some(isOwn)) {
      await begun.takeBack();
      if (only !== null) return fitting.filter(isOwn);
      // At the other logins of the address, which somebody else may have made, it is a guess as anybody's: nobody is told of them.
      const may = await beginEntry(systemWriter, attempt).catch(unlessThrottled);
      return may ? fitting : fitting.filter(isOwn);
    }
    return only === null ? this.asStranger(attempt, async () => fitting) : [];
  }

  /** Counted as failed unless a login has the password, and as a log-in that succeeds if one has. */
  private async asStranger(attempt: Attempt, look: () => Promise<readonly Login[]>): Promise<readonly Login[]> {
    const { systemWriter } = this.database;
    const entry = await beginEntry(systemWriter, attempt);
    const begun = await unlessFailed(beginAttempt(systemWriter, attempt), entry);
    const fitting = await unlessFailed(look(), entry, begun);
    await (fitting.length > 0 ? begun : entry).takeBack();
    return fitting;
  }

  /** The logins of an address that have the password. It costs as much when there are none. */
  private async fitting({ email, password }: Proof, claimant: Claimant): Promise<readonly Login[]> {
    const { system } = this.database;
    const manners = await loginManners(system, email);
    const today = mannerOf(passwordSalt(this.digests, email));
    const hashes = await passwordHashes(password, manners.length > 0 ? manners : [today], claimant);
    return findLogins(system, email, hashes);
  }

  /** A password is hashed as those of its address are from the next time on: of other hashes each costs as much again. */
  private async asToday(login: Login, { email, password, site }: Proof): Promise<Login> {
    const today = mannerOf(passwordSalt(this.digests, email));
    if (login.passwordHash.startsWith(today)) return login;
    const [passwordHash = ''] = await passwordHashes(password, [today], { isKnown: true, lane: site });
    return (await renewHash(this.database.systemWriter, login, passwordHash)) ? { ...login, passwordHash } : login;
  }

  /**
   * Goes on in another store of the same owner: a session there takes the place of this one, and lives no longer than this one would.
   * This one ends when that one is first used: until then its answer may have been lost, and the owner would be logged out.
   * @throws {Refusal} not_found; unauthenticated when the session has ended since it was found
   */
  async switchTo({ digest }: Session, storeId: string): Promise<NewSession> {
    const { cookie, csrfToken, row } = newSecrets();
    const { systemWriter } = this.database;
    const opened = await switchSession(systemWriter, digest, storeId, row);
    if (!opened) {
      // A session that has ended stays so: one that is there now was there under the lock of the switch, too.
      if (!(await ownAccount(systemWriter, digest, storeId))) refuse('unauthenticated', 'The session is over.');
      refuse('not_found', 'You have no such store.');
    }
    return { cookie, csrfToken, browser: this.browsers.remember(opened.id), storeId, expiresAt: opened.expiresAt };
  }

  /**
   * Opens a session for whom a login, or a link that was claimed, has proven to be the owner.
   * @param login of the owner, as it was proven
   * @param device what the program says it is, by which the owner tells sessions apart
   * @throws {Refusal} invalid_login when the password was changed meanwhile: that ends the sessions of the one before, and this would be one
   */
  async open(owner: OwnerAccount, login: Login, device: string | null): Promise<NewSession> {
    return (await this.insert(owner, login, device)) ?? refuse('invalid_login');
  }

  /** @param also has to hold in the transaction of the session, while the login is locked @returns undefined when it does not, or the login is not as proven */
  private async insert(
    owner: OwnerAccount,
    login: Login,
    device: string | null,
    also?: (tx: Queryable) => Promise<boolean>,
  ): Promise<NewSession | undefined> {
    const { cookie, csrfToken, row } = newSecrets();
    const expiresAt = await insertSession(
      this.database,
      { owner, login, ...(also ? { also } : {}) },
      { ...row, device },
      SESSION_LIFE,
    );
    if (expiresAt === undefined) return undefined;
    const remembered = this.browsers.remember(owner.id);
    return { cookie, csrfToken, browser: remembered, storeId: owner.storeId, expiresAt };
  }

  /** @throws {Refusal} unauthenticated, csrf_failed */
  async find(cookie: string, csrfToken: string): Promise<Session> {
    const digest = digestOf(cookie);
    const row = await findSession(this.database.systemWriter, digest);
    if (!row) refuse('unauthenticated', 'The session is over.');
    if (!timingSafeEqual(digestOf(csrfToken), row.csrfDigest))
      refuse('csrf_failed', 'Send the csrfToken of the login as the header X-CSRF-Token.');
    const principal: Principal = {
      kind: 'owner',
      id: row.ownerId,
      storeId: row.storeId,
      scopes: scopesOf(row.role),
      workspaceId: null,
      expiresAt: row.expiresAt,
      limits: null,
      session: digest,
      role: row.role,
      ...(row.lacksFactor ? { lacksSecondFactor: true } : {}),
    };
    return { principal, digest, email: row.email };
  }

  async logout({ digest }: Pick<Session, 'digest'>): Promise<void> {
    await deleteSession(this.database.systemWriter, digest);
  }
}

/** A session is opened by any passkey of this site that has verified its owner. */
const ENTRY = (address: string) => ({ purpose: 'entry', session: null, of: null, verified: true, address }) as const;

/** @throws what is no refusal of a log-in that comes too early */
function unlessThrottled(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'throttled')) throw error;
}

/** Makes the secrets of a session, and the digests that are kept of them. */
function newSecrets() {
  const cookie = randomBytes(32).toString('base64url');
  const csrfToken = randomBytes(24).toString('base64url');
  return { cookie, csrfToken, row: { digest: digestOf(cookie), csrfDigest: digestOf(csrfToken) } };
}

/** Takes the counts of an attempt back when it could not be heard: it has not failed. */
async function unlessFailed<T>(work: Promise<T>, ...counted: readonly { takeBack(): Promise<void> }[]): Promise<T> {
  return work.catch(async (error: unknown) => {
    for (const each of counted) await each.takeBack();
    throw error;
  });
}
