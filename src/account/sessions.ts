import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../kernel/database/database';
import type { Principal } from '../kernel/declaration/principal';
import { scopeNames } from '../kernel/declaration/scopes';
import { Refusal, refuse } from '../kernel/errors';
import { beginAttempt, beginEntry } from './attempts';
import type { KnownBrowser, KnownBrowsers } from './known-browsers';

export { BROWSER_LIFE_MS } from './known-browsers';
export { emailSchema, passwordSchema } from './owner/table';

import { accountsOf, findLogins, type Login, mergeLogins, ownAccount } from './login-store';
import type { OwnerAccount } from './owner/store';
import { passwordMatches } from './password';
import { confirmSession, deleteSession, findSession, insertSession, switchSession } from './session/store';
import type { Attempt } from './slowdown';

const SESSION_LIFE = '30 days';

/** A failure takes at least as long as several passwords do, so that nobody counts the logins of an address by it. */
const FAILURE_MS_MIN = 150;

export interface Session {
  readonly principal: Principal;
  readonly digest: Buffer;
  readonly email: string;
}

interface Proof {
  readonly email: string;
  readonly password: string;
  /** Where it comes from. */
  readonly address: string;
  /** Where whoever hands out such addresses is: one of them may have very many. */
  readonly site: string;
  readonly browser: KnownBrowser | undefined;
}

interface LoginAttempt extends Proof {
  readonly device: string | null;
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
  constructor(
    private readonly database: Database,
    private readonly browsers: KnownBrowsers,
  ) {}

  /** @param cookie undefined when there is none */
  browserOf(cookie: string | undefined): KnownBrowser | undefined {
    return this.browsers.find(cookie);
  }

  /**
   * @returns the cookie's value and the CSRF token, both shown only here
   * @throws {Refusal} invalid_login, the same for an unknown e-mail and a wrong password; throttled
   */
  async login({ device, ...proof }: LoginAttempt): Promise<NewSession> {
    const login = await this.prove(proof);
    // Gone since: the last account of the login, or its password.
    const [account] = login ? await accountsOf(this.database.system, login) : [];
    return this.open(account ?? refuse('invalid_login'), device);
  }

  /**
   * The owner of a session says the password again.
   * @throws {Refusal} as login does
   */
  async confirm({ principal, digest, email }: Session, proof: Omit<Proof, 'email'>): Promise<void> {
    const { system } = this.database;
    const own =
      (await ownAccount(system, digest, principal.storeId)) ?? refuse('unauthenticated', 'The session is over.');
    await this.prove({ ...proof, email }, own.loginId);
    await confirmSession(this.database.writer(principal.storeId), digest);
  }

  /**
   * @param only a login of which it has to be the password: of another one of the same address that says nothing
   * @returns the login whose password it is; undefined: that one is over since a moment
   */
  private async prove(
    { email, password, address, site, browser }: Proof,
    only: string | null = null,
  ): Promise<string | undefined> {
    const startedMs = performance.now();
    const { system, systemWriter } = this.database;
    const logins = (await findLogins(system, email)).filter(({ id }) => only === null || id === only);
    const own = browser && (await this.knownTo(browser, logins));
    const attempt = { account: email.toLowerCase(), address, browser: undefined };
    const stranger = { isKnown: false, lane: site };
    const proven: Login[] = [];
    if (browser && own) {
      const claimant = { isKnown: true, lane: browser.ownerId };
      proven.push(...(await this.tried([own], password, { ...attempt, browser: browser.id }, claimant)));
    }
    // At the other logins of the address, which somebody else may have made, its guess is that of anybody: nobody is told of them.
    const others = logins.filter((login) => login !== own);
    if (proven.length > 0 && only === null) {
      const may = await beginEntry(systemWriter, attempt).catch(unlessThrottled);
      const tried =
        may && others.length > 0 ? withPassword(others, password, stranger).catch(unlessThrottled) : undefined;
      proven.push(...((await tried) ?? []));
    } else if (proven.length === 0 && !(own && only !== null)) {
      const entry = await beginEntry(systemWriter, attempt);
      const opened = await this.tried(others, password, attempt, stranger).catch(async (error: unknown) => {
        await entry.takeBack();
        throw error;
      });
      if (opened.length === 0) await entry.takeBack();
      proven.push(...opened);
    }
    if (proven.length === 0) {
      await sleep(FAILURE_MS_MIN - (performance.now() - startedMs));
      refuse('invalid_login');
    }
    return mergeLogins(systemWriter, proven);
  }

  /** Tries a password on logins, counted as failed unless one of them has it. @returns those that have it */
  private async tried(
    logins: readonly Login[],
    password: string,
    attempt: Attempt,
    claimant: Parameters<typeof passwordMatches>[2],
  ): Promise<Login[]> {
    const begun = await beginAttempt(this.database.systemWriter, attempt);
    const proven = await withPassword(logins, password, claimant).catch(async (error: unknown) => {
      // Whoever was not heard has not failed.
      await begun.takeBack();
      throw error;
    });
    if (proven.length > 0) await begun.takeBack();
    return proven;
  }

  /** The login of the owner that a browser has logged in as: of another one of the same address it knows nothing. */
  private async knownTo({ ownerId }: KnownBrowser, logins: readonly Login[]): Promise<Login | undefined> {
    for (const login of logins)
      if ((await accountsOf(this.database.system, login.id)).some(({ id }) => id === ownerId)) return login;
    return undefined;
  }

  /**
   * Goes on in another store of the same owner: a session there takes the place of this one, and lives no longer than this one would.
   * @throws {Refusal} not_found
   */
  async switchTo({ digest }: Session, storeId: string): Promise<NewSession> {
    const { cookie, csrfToken, row } = newSecrets();
    const opened = await switchSession(this.database.systemWriter, digest, storeId, row);
    if (!opened) refuse('not_found', 'You have no such store.');
    return { cookie, csrfToken, browser: this.browsers.remember(opened.id), storeId, expiresAt: opened.expiresAt };
  }

  /**
   * Opens a session for whom a login, or a link that was claimed, has proven to be the owner.
   * @param device what the program says it is, by which the owner tells sessions apart
   */
  async open(owner: OwnerAccount, device: string | null): Promise<NewSession> {
    const { cookie, csrfToken, row } = newSecrets();
    const expiresAt = await insertSession(this.database, owner, { ...row, device }, SESSION_LIFE);
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
      scopes: new Set(scopeNames),
      workspaceId: null,
      expiresAt: row.expiresAt,
      limits: null,
      session: digest,
    };
    return { principal, digest, email: row.email };
  }

  async logout({ principal, digest }: Session): Promise<void> {
    await deleteSession(this.database.writer(principal.storeId), digest);
  }
}

/** @throws what is no refusal of a log-in that comes too early */
function unlessThrottled(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'throttled')) throw error;
}

/** What a session is known by, and what is kept of that. */
function newSecrets() {
  const cookie = randomBytes(32).toString('base64url');
  const csrfToken = randomBytes(24).toString('base64url');
  return { cookie, csrfToken, row: { digest: digestOf(cookie), csrfDigest: digestOf(csrfToken) } };
}

/** Those logins that have the password. An address that has none costs as long as one that has. */
async function withPassword(
  logins: readonly Login[],
  password: string,
  claimant: Parameters<typeof passwordMatches>[2],
): Promise<Login[]> {
  if (logins.length === 0) await passwordMatches(undefined, password, claimant);
  const proven: Login[] = [];
  for (const login of logins) if (await passwordMatches(login.passwordHash, password, claimant)) proven.push(login);
  return proven;
}
