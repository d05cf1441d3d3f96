import type { Queryable } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { Principal, TokenLimits } from '../kernel/principal';
import type { Scope } from '../kernel/scopes';
import { isWellFormedToken, tokenDigest } from './token.secret';

interface FoundToken {
  readonly digest: Buffer;
  readonly id: string;
  readonly storeId: string;
  readonly kind: 'agent' | 'developer';
  readonly scopes: Scope[];
  readonly workspaceId: string | null;
  readonly expiresAt: string;
  readonly limits: TokenLimits | null;
}

interface Waiting {
  readonly digest: Buffer;
  resolve(found: FoundToken | undefined): void;
  reject(error: unknown): void;
}

const FLUSH_MS = 5_000;

/**
 * Turns a presented token into a principal. Every request asks Postgres, so a revoked token is refused at its next call;
 * requests that arrive while a look-up is under way share the next one, which keeps the price low under load.
 */
export class TokenCredentials {
  private waiting: Waiting[] = [];
  private asking = false;
  private used = new Map<string, Date>();
  private readonly timer = setInterval(() => void this.flushUses(), FLUSH_MS).unref();

  constructor(
    private readonly system: Queryable,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** @throws {Refusal} unauthenticated: the same answer for unknown, revoked and expired tokens */
  async principal(token: string): Promise<Principal> {
    const found = isWellFormedToken(token) ? await this.find(tokenDigest(token)) : undefined;
    if (!found) refuse('unauthenticated', 'The token is not known, was revoked, or has expired.');
    this.used.set(found.id, this.now());
    const { id, kind, storeId, scopes, workspaceId, expiresAt, limits } = found;
    return { kind, id, storeId, scopes: new Set(scopes), workspaceId, expiresAt, limits };
  }

  /** Writes the last uses down; they are news for people, so a few seconds late is soon enough. */
  async flushUses(): Promise<void> {
    if (this.used.size === 0) return;
    const used = this.used;
    this.used = new Map();
    await this.system.query('SELECT touch_tokens($1, $2)', [[...used.keys()], this.now()]).catch(() => {});
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flushUses();
  }

  private find(digest: Buffer): Promise<FoundToken | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ digest, resolve, reject });
      if (!this.asking) void this.ask();
    });
  }

  private async ask(): Promise<void> {
    this.asking = true;
    while (this.waiting.length > 0) {
      const asked = this.waiting;
      this.waiting = [];
      try {
        const rows = await this.system.query<FoundToken>(
          `SELECT digest, id, store_id AS "storeId", kind, scopes, workspace_id AS "workspaceId", expires_at AS "expiresAt", limits
           FROM find_tokens($1)`,
          [asked.map(({ digest }) => digest)],
        );
        const found = new Map(rows.map((row) => [row.digest.toString('latin1'), row]));
        for (const { digest, resolve } of asked) resolve(found.get(digest.toString('latin1')));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.asking = false;
  }
}
