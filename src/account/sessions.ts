import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../kernel/database/database';
import type { Principal } from '../kernel/declaration/principal';
import { scopeNames } from '../kernel/declaration/scopes';
import { refuse } from '../kernel/errors';
import { beginAttempt } from './attempts';
import type { KnownBrowser, KnownBrowsers } from './known-browsers';

export { BROWSER_LIFE_MS } from './known-browsers';
export { emailSchema, passwordSchema } from './owner/table';

import { findOwner, type OwnerAccount } from './owner/store';
import { passwordMatches } from './password';
import { confirmSession, deleteSession, findSession, insertSession } from './session/store';

const SESSION_LIFE = '30 days';

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
    return this.open(await this.prove(proof), device);
  }

  /**
   * The owner of a session says the password again.
   * @throws {Refusal} as login does
   */
  async confirm({ principal, digest, email }: Session, proof: Omit<Proof, 'email'>): Promise<void> {
    await this.prove({ ...proof, email });
    await confirmSession(this.database.writer(principal.storeId), digest);
  }

  private async prove({ email, password, address, site, browser }: Proof): Promise<OwnerAccount> {
    const owner = await findOwner(this.database.system, email);
    const known = browser && browser.ownerId === owner?.id ? browser : undefined;
    const attempt = { account: email.toLowerCase(), address, browser: known?.id };
    const begun = await beginAttempt(this.database.systemWriter, attempt);
    const claimant = known ? { isKnown: true, lane: known.ownerId } : { isKnown: false, lane: site };
    const matches = await passwordMatches(owner?.passwordHash ?? undefined, password, claimant).catch(
      async (error: unknown) => {
        // Whoever was not heard has not failed.
        await begun.takeBack();
        throw error;
      },
    );
    if (!matches || !owner) refuse('invalid_login');
    await begun.takeBack();
    return owner;
  }

  /**
   * Opens a session for whom a login, or a link that was claimed, has proven to be the owner.
   * @param device what the program says it is, by which the owner tells sessions apart
   */
  async open(owner: Pick<OwnerAccount, 'id' | 'storeId'>, device: string | null): Promise<NewSession> {
    const cookie = randomBytes(32).toString('base64url');
    const csrfToken = randomBytes(24).toString('base64url');
    const row = { digest: digestOf(cookie), csrfDigest: digestOf(csrfToken), device };
    const expiresAt = await insertSession(this.database, owner, row, SESSION_LIFE);
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
