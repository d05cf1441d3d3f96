import { isWellFormedToken, tokenDigest } from '../access/token/secret';
import { CREDENTIAL_LEASE_MS } from '../kernel/bus/credential-lease';
import type { Database } from '../kernel/database/database';
import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import { BoundedMap } from '../kernel/limits/bounded-map';
import { type FoundToken, findTokens, noteUses } from './credential-store';

interface Waiting {
  readonly digest: Buffer;
  /** The key of its lease. */
  readonly key: string;
  resolve(principal: Principal | undefined): void;
  reject(error: unknown): void;
}

const FLUSH_MS = 5_000;
/** A look-up takes a millisecond or a few; one that takes longer than this has lost its connection, or Postgres is busy. */
const LATE_MS = 100;
const LOOK_UPS_MAX = 4;
const LEASES_MAX = 50_000;

interface Lease {
  readonly principal: Principal;
  /** By the clock of this process, which never goes back. */
  readonly until: number;
}

/**
 * Turns a presented token into a principal. The answer of Postgres is believed for {@link CREDENTIAL_LEASE_MS}; a revocation is answered
 * when that is over, so the token is refused at its next call. Nothing but its end changes the rights of a token. Requests that arrive
 * while a look-up is under way share the next one, which keeps the price low under load. They wait for a late one no longer than that: its
 * connection may have fallen silent while all others are well.
 */
export class TokenCredentials {
  /** The leases by the token's digest. */
  private readonly leases = new BoundedMap<Lease>(LEASES_MAX);
  private waiting: Waiting[] = [];
  private lookUps = 0;
  private late = 0;
  private used = new Set<string>();
  private readonly timer = setInterval(() => void this.flushUses(), FLUSH_MS).unref();

  constructor(private readonly database: Pick<Database, 'system' | 'systemWriter'>) {}

  /** @throws {Refusal} unauthenticated: the same answer for unknown, revoked and expired tokens */
  async principal(token: string): Promise<Principal> {
    const principal = isWellFormedToken(token) ? await this.find(tokenDigest(token)) : undefined;
    if (!principal) refuse('unauthenticated', 'The token is not known, was revoked, or has expired.');
    this.used.add(principal.id);
    return principal;
  }

  /** Writes the last uses down; they are news for people, so a few seconds late is soon enough. */
  async flushUses(): Promise<void> {
    if (this.used.size === 0) return;
    const used = this.used;
    this.used = new Set();
    await noteUses(this.database.systemWriter, [...used]).catch(() => {});
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flushUses();
  }

  private find(digest: Buffer): Promise<Principal | undefined> | Principal {
    const key = keyOf(digest);
    const leased = this.leased(key);
    if (leased) return leased;
    return new Promise((resolve, reject) => {
      this.waiting.push({ digest, key, resolve, reject });
      this.askNext();
    });
  }

  private leased(key: string): Principal | undefined {
    const lease = this.leases.get(key);
    return lease && performance.now() < lease.until ? lease.principal : undefined;
  }

  /** Lets in the callers whose token is leased by now: an answer also holds for those who came while it was asked for. */
  private letIn(): void {
    this.waiting = this.waiting.filter(({ key, resolve }) => {
      const leased = this.leased(key);
      if (leased) resolve(leased);
      return !leased;
    });
  }

  private askNext(): void {
    const onTime = this.lookUps - this.late;
    if (this.waiting.length === 0 || onTime > 0 || this.lookUps >= LOOK_UPS_MAX) return;
    const asked = this.waiting;
    this.waiting = [];
    void this.ask(asked);
  }

  private async ask(asked: readonly Waiting[]): Promise<void> {
    this.lookUps += 1;
    const until = performance.now() + CREDENTIAL_LEASE_MS;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.late += 1;
      this.askNext();
    }, LATE_MS);
    try {
      const rows = await findTokens(
        this.database.system,
        asked.map(({ digest }) => digest),
      );
      const found = new Map(rows.map((row) => [keyOf(row.digest), principalOf(row)]));
      for (const { key, resolve } of asked) {
        const principal = found.get(key);
        if (principal) this.leases.set(key, { principal, until });
        else this.leases.delete(key);
        resolve(principal);
      }
      this.letIn();
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    clearTimeout(timer);
    if (isLate) this.late -= 1;
    this.lookUps -= 1;
    this.askNext();
  }
}

const keyOf = (digest: Buffer): string => digest.toString('latin1');

const principalOf = ({ id, kind, storeId, scopes, workspaceId, expiresAt, limits }: FoundToken): Principal => ({
  kind,
  id,
  storeId,
  scopes: new Set(scopes),
  workspaceId,
  expiresAt,
  limits,
});
