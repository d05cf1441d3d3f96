import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { Principal } from '../kernel/principal';
import { scopeNames } from '../kernel/scopes';
import { passwordMatches } from './password';

const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
const IDLE = '7 days';
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 50;
const FAILURE_WINDOW_SECONDS = 15 * 60;

export interface Session {
  readonly principal: Principal;
  readonly digest: Buffer;
  readonly csrfDigest: Buffer;
  readonly email: string;
}

interface SessionRow {
  readonly storeId: string;
  readonly ownerId: string;
  readonly csrfDigest: Buffer;
  readonly expiresAt: string;
  readonly email: string;
}

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Owner sessions: an opaque cookie whose digest is stored, and a CSRF token bound to it. */
export class OwnerSessions {
  private readonly perAccount = new RateLimiterMemory({
    points: FAILURES_PER_ACCOUNT,
    duration: FAILURE_WINDOW_SECONDS,
  });
  private readonly perAddress = new RateLimiterMemory({
    points: FAILURES_PER_ADDRESS,
    duration: FAILURE_WINDOW_SECONDS,
  });

  constructor(private readonly database: Database) {}

  /**
   * @returns the cookie's value and the CSRF token, both shown only here
   * @throws {Refusal} invalid_login, the same for an unknown e-mail and a wrong password; throttled
   */
  async login(
    email: string,
    password: string,
    address: string,
  ): Promise<{ cookie: string; csrfToken: string; storeId: string; expiresAt: string }> {
    const limits = [
      { limiter: this.perAccount, key: email.toLowerCase() },
      { limiter: this.perAddress, key: address },
    ];
    // Counted before the password is looked at, or a burst of guesses would all pass the same count.
    for (const { limiter, key } of limits) await this.count(limiter, key);
    const [owner] = await this.database.system.query<{ id: string; storeId: string; passwordHash: string }>(
      'SELECT id, store_id AS "storeId", password_hash AS "passwordHash" FROM find_owner($1)',
      [email],
    );
    if (!(await passwordMatches(owner?.passwordHash, password)) || !owner) refuse('invalid_login');
    await this.perAccount.delete(email.toLowerCase());
    await this.perAddress.reward(address);
    const cookie = randomBytes(32).toString('base64url');
    const csrfToken = randomBytes(24).toString('base64url');
    const expiresAt = new Date(Date.now() + SESSION_LIFE_MS);
    await this.database.transaction(owner.storeId, async (tx) => {
      await tx.query(
        'INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at) VALUES ($1, $2, $3, $4, $5)',
        [digestOf(cookie), owner.storeId, owner.id, digestOf(csrfToken), expiresAt],
      );
      return { keep: true, value: undefined };
    });
    return { cookie, csrfToken, storeId: owner.storeId, expiresAt: expiresAt.toISOString() };
  }

  /** @throws {Refusal} unauthenticated */
  async find(cookie: string): Promise<Session> {
    const digest = digestOf(cookie);
    const [row] = await this.database.system.query<SessionRow>(
      `SELECT store_id AS "storeId", owner_id AS "ownerId", csrf_digest AS "csrfDigest", expires_at AS "expiresAt", email
       FROM find_session($1, $2::interval)`,
      [digest, IDLE],
    );
    if (!row) refuse('unauthenticated', 'The session is over.');
    const principal: Principal = {
      kind: 'owner',
      id: row.ownerId,
      storeId: row.storeId,
      scopes: new Set(scopeNames),
      workspaceId: null,
      expiresAt: row.expiresAt,
      limits: null,
    };
    return { principal, digest, csrfDigest: row.csrfDigest, email: row.email };
  }

  /** @throws {Refusal} csrf_failed */
  assertCsrf(session: Session, presented: string | undefined): void {
    if (!presented || !timingSafeEqual(digestOf(presented), session.csrfDigest)) {
      refuse('csrf_failed', 'Send the csrfToken of the login as the header X-CSRF-Token.');
    }
  }

  /** A new CSRF token for a page that was loaded afresh: the old one is only known to the page that logged in. */
  async renewCsrf(session: Session): Promise<string> {
    const csrfToken = randomBytes(24).toString('base64url');
    await this.inStore(session, 'UPDATE owner_session SET csrf_digest = $2 WHERE digest = $1', [
      session.digest,
      digestOf(csrfToken),
    ]);
    return csrfToken;
  }

  async logout(session: Session): Promise<void> {
    await this.inStore(session, 'DELETE FROM owner_session WHERE digest = $1', [session.digest]);
  }

  private async inStore(session: Session, text: string, values: readonly unknown[]): Promise<void> {
    await this.database.reader(session.principal.storeId).query(text, values);
  }

  private async count(limiter: RateLimiterMemory, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (limit) {
      if (!(limit instanceof RateLimiterRes)) throw limit;
      refuse('throttled', 'Too many failed logins.', {
        retryAfterSeconds: Math.max(1, Math.ceil(limit.msBeforeNext / 1000)),
      });
    }
  }
}
