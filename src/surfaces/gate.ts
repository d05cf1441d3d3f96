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
};

interface GateOptions {
  readonly tokens: TokenCredentials;
  readonly sessions: OwnerSessions;
  readonly throttlePerMinute: number;
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
      assertSameOrigin(context);
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
export function assertSameOrigin(context: Koa.Context): void {
  const site = context.get('Sec-Fetch-Site');
  if (site && site !== 'same-origin' && site !== 'none')
    refuse('csrf_failed', 'Requests from another site are refused.');
}
