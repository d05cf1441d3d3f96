import type Koa from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { OwnerSessions } from '../account/sessions';
import { refuse } from '../kernel/errors';
import type { Principal } from '../kernel/principal';
import type { TokenCredentials } from '../token/credentials';
import type { Gate } from './http';

export const SESSION_COOKIE = 'tezgah_session';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const anonymous: Principal = {
  kind: 'anonymous',
  id: 'anonymous',
  storeId: '',
  scopes: new Set(),
  workspaceId: null,
  expiresAt: null,
  limits: null,
};

interface GateOptions {
  readonly tokens: TokenCredentials;
  readonly sessions: OwnerSessions;
  readonly throttlePerMinute: number;
  /** Empty: the API is used on the address that it listens on. */
  readonly publicUrl: string;
}

/** A bearer token or an owner's session; the per-token throttle (spec §8) comes right after the credential. */
export class CredentialGate implements Gate {
  private readonly limiter: RateLimiterMemory;

  constructor(private readonly options: GateOptions) {
    this.limiter = new RateLimiterMemory({ points: options.throttlePerMinute, duration: 60 });
  }

  async identify(context: Koa.Context): Promise<Principal> {
    const authorization = context.get('Authorization');
    if (authorization) {
      const [scheme, token] = authorization.split(' ');
      if (scheme?.toLowerCase() !== 'bearer' || !token)
        refuse('unauthenticated', 'Send the token as Authorization: Bearer.');
      const principal = await this.options.tokens.principal(token);
      await this.throttle(principal.id);
      return principal;
    }
    const cookie = context.cookies.get(SESSION_COOKIE);
    if (!cookie) return anonymous;
    const session = await this.options.sessions.find(cookie);
    if (!SAFE_METHODS.has(context.method)) {
      assertSameOrigin(context, this.options.publicUrl);
      this.options.sessions.assertCsrf(session, context.get('X-CSRF-Token') || undefined);
    }
    return session.principal;
  }

  private async throttle(key: string): Promise<void> {
    try {
      await this.limiter.consume(key);
    } catch (limit) {
      if (!(limit instanceof RateLimiterRes)) throw limit;
      refuse('throttled', `A token may make ${this.options.throttlePerMinute} calls a minute.`, {
        retryAfterSeconds: Math.max(1, Math.ceil(limit.msBeforeNext / 1000)),
      });
    }
  }
}

/** Browsers state where a request comes from; one from another site is refused even with a valid cookie. */
export function assertSameOrigin(context: Koa.Context, publicUrl: string): void {
  const site = context.get('Sec-Fetch-Site');
  const origin = context.get('Origin');
  const foreignSite = site !== '' && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin && !isOwnOrigin(origin, context.host, publicUrl)))
    refuse('csrf_failed', 'Requests from another site are refused.');
}

/** Without a public URL the name that the browser asked for decides: a cookie belongs to a name, so a rebound one has none. */
const isOwnOrigin = (origin: string, host: string, publicUrl: string): boolean =>
  publicUrl ? origin === new URL(publicUrl).origin : URL.canParse(origin) && new URL(origin).host === host;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * May a page of this `Origin` speak the tools protocol? `Host` is no proof: a page whose name was rebound to this address
 * sends its own name there. So it is the public URL's origin or, when none is set, a page of this machine.
 */
export function assertKnownOrigin(context: Koa.Context, publicUrl: string): void {
  const origin = context.get('Origin');
  if (!origin) return;
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  const known = publicUrl ? origin === new URL(publicUrl).origin : LOOPBACK.has(parsed?.hostname ?? '');
  if (!known) refuse('csrf_failed', 'Pages of another origin may not call tools.');
}
