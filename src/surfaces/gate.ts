import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type Koa from 'koa';
import type { KnownBrowser, OwnerSessions, Session } from '../account/sessions';
import { NotProven, type Proof } from '../kernel/bus/call';
import type { Principal } from '../kernel/declaration/principal';
import { Refusal, refuse } from '../kernel/errors';
import { BoundedMap } from '../kernel/limits/bounded-map';
import { type CallLimit, type CallLimits, WINDOW_SECONDS } from '../kernel/limits/call-limits';
import { throttled } from '../kernel/metrics';
import { LOCAL_NAMES } from '../kernel/process/local-names';
import type { TokenCredentials } from '../token/credentials';
import type { ClientAddresses } from './client-address';
import type { Gate } from './http';
import type { InsideRequests } from './inside';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Paths of a watcher over the process, who must get through a flood from its own address. */
const PROBES = /^\/(v1\/health(\/|$)|livez$|readyz$)/;
/** Pictures of a storefront, dozens to a page: its visitors must not use up the calls of their address. */
const FILES = /^\/media\//;
/** Reads of files that an address may make for each call: a read is one look-up and bytes. */
const FILES_PER_CALL = 20;
const KEYS_MAX = 50_000;
const SESSION_FACTOR = 5;
/** Bytes of a body that count as one more call: reading and judging them costs about as much. */
const BYTES_PER_CALL = 64 * 1024;
/** The same for bytes that are kept as they come: nothing parses them, and none of them stays in memory. */
const CONTENT_BYTES_PER_CALL = 1024 * 1024;
const UNMEASURED_MAX = 32;
/**
 * Limit of unproven credentials that are asked for at once. Where many calls wait for Postgres, they gain nothing by holding a connection
 * while they stand in line for one.
 */
const UNPROVEN_MAX = 4;

const anonymous: Principal = {
  kind: 'anonymous',
  id: 'anonymous',
  storeId: '',
  scopes: new Set(),
  workspaceId: null,
  expiresAt: null,
  limits: null,
};

/** Behind https browsers refuse to take these names from any other host or port's plain page. */
export const cookieNames = (publicUrl: string): { readonly session: string; readonly browser: string } => {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return { session: `${prefix}tezgah_session`, browser: `${prefix}tezgah_browser` };
};

interface GateOptions {
  readonly tokens: TokenCredentials;
  /** Credentials of the commands of workspaces, and the requests that they may open. */
  readonly passes: { principal(pass: string): Promise<Principal> };
  readonly inside: Pick<InsideRequests, 'has'>;
  readonly sessions: OwnerSessions;
  readonly addresses: ClientAddresses;
  readonly limits: CallLimits;
  readonly throttlePerMinute: number;
  readonly anonymousPerMinute: number;
  /** Empty: the API is used on the address that it listens on. */
  readonly publicUrl: string;
}

/** The holder of the quota for which a call counts. */
type Counted = Pick<Principal, 'kind' | 'id'>;

type Credential = { readonly digest: string } & (
  | { readonly kind: 'token' | 'pass'; readonly token: string }
  | { readonly kind: 'session'; readonly cookie: string; readonly csrfToken: string }
);

/**
 * The gate that tells callers apart, and limits their calls. Before anything of a request is read, it counts for the credential that it
 * presents when that one has proven good lately, or else for its address (spec §8). Guesses, floods and first calls are all the address's,
 * and nobody with a good credential waits for them. A request of a sandbox counts for its address when its pass is refused.
 */
export class CredentialGate implements Gate {
  private readonly perToken: CallLimit;
  private readonly perOwner: CallLimit;
  /**
   * The limit of all browsers together with which an owner has logged in: each log-in makes one more of them. Their cookies are no
   * credential, so their calls use up no quota of the owner's.
   */
  private readonly perKnownOwner: CallLimit;
  private readonly perAddress: CallLimit;
  private readonly filesPerAddress: CallLimit;
  /** Principals by the digest of the credential with which they were last let in. */
  private readonly proven = new BoundedMap<Principal>(KEYS_MAX);
  /** Bodies whose length was not stated and that are being read, by caller. */
  private readonly unmeasuredBodies = new Map<string, number>();
  private readonly cookies: ReturnType<typeof cookieNames>;
  /** Changes that have begun and whose caller is being asked for. */
  private unproven = 0;

  constructor(private readonly options: GateOptions) {
    const { limits, throttlePerMinute, anonymousPerMinute, publicUrl } = options;
    this.perToken = limits.limit('token', throttlePerMinute);
    this.perOwner = limits.limit('owner', SESSION_FACTOR * throttlePerMinute);
    this.perKnownOwner = limits.limit('browser', anonymousPerMinute);
    this.perAddress = limits.limit('address', anonymousPerMinute);
    this.filesPerAddress = limits.limit('files', FILES_PER_CALL * anonymousPerMinute);
    this.cookies = cookieNames(publicUrl);
  }

  async admit(context: Koa.Context): Promise<void> {
    if (this.options.inside.has(context.req)) return this.admitInside(context);
    if (PROBES.test(context.path)) return;
    if (FILES.test(context.path) && SAFE_METHODS.has(context.method)) {
      await throttle(this.filesPerAddress, this.addressOf(context), 'An address may read only so many files a minute.');
      return;
    }
    if (await this.countPresumed(context)) return;
    const browser = this.browserOf(context);
    if (browser && (await this.perKnownOwner.take(browser.ownerId)) === 0) return;
    await this.countForAddress(context);
  }

  /**
   * Nothing of a sandbox's request is read before its pass proves good. Each command has a pass of its own, and all come from one place. So
   * a good pass counts for its token, and the others alone for their address.
   * @throws {Refusal} unauthenticated, throttled
   */
  private async admitInside(context: Koa.Context): Promise<void> {
    await this.countPresumed(context);
    try {
      const { kind } = await this.identify(context);
      if (kind === 'anonymous') refuse('unauthenticated', 'A command of a workspace presents its pass.');
    } catch (error) {
      if (error instanceof Refusal && error.code === 'unauthenticated') await this.countForAddress(context);
      throw error;
    }
  }

  /** Counts the call for the credential that it presents, if that has proven good lately. @returns whether it has */
  private async countPresumed(context: Koa.Context): Promise<boolean> {
    const credential = this.presented(context);
    const known = credential && this.proven.get(credential.digest);
    context.state.presumed = known;
    if (known) await this.count(context, known);
    return known !== undefined;
  }

  private countForAddress(context: Koa.Context): Promise<void> {
    return throttle(
      this.perAddress,
      this.addressOf(context),
      'An address may make only so many calls without a credential.',
    );
  }

  async identify(context: Koa.Context): Promise<Principal> {
    const credential = this.presented(context);
    if (!credential) {
      if (context.get('Authorization')) refuse('unauthenticated', 'Send the token as Authorization: Bearer.');
      return anonymous;
    }
    if (credential.kind === 'session') return (await this.session(context)).principal;
    const { tokens, passes } = this.options;
    const asked = credential.kind === 'pass' ? passes : tokens;
    return this.prove(context, credential, () => asked.principal(credential.token));
  }

  async meanwhile<T>(context: Koa.Context, work: (principal: Principal) => Promise<T>): Promise<T> {
    const presumed = context.state.presumed as Principal | undefined;
    const identified = this.identify(context);
    if (!presumed) return work(await identified);
    const early = work(presumed);
    early.catch(() => {});
    const principal = await identified;
    return isDeepStrictEqual(principal, presumed) ? early : work(principal);
  }

  async beginning<T>(
    context: Koa.Context,
    ready: () => Promise<unknown>,
    work: (principal: Principal, proof: Proof | undefined) => Promise<T>,
  ): Promise<T> {
    const presumed = context.state.presumed as Principal | undefined;
    // The work will fail with the same error.
    if (presumed) await ready().catch(() => {});
    // The headers of a browser are looked at before anything is begun for it.
    const begins = presumed && presumed.kind !== 'owner' && this.unproven < UNPROVEN_MAX;
    if (!begins) return work(await this.identify(context), undefined);
    let asked: Promise<Principal> | undefined;
    const ask = (): Promise<Principal> => {
      asked ??= this.identify(context);
      return asked;
    };
    const isPresumed = async (): Promise<boolean> => isDeepStrictEqual(await ask(), presumed);
    const proof: Proof = async () => {
      if (!(await isPresumed().catch(() => false))) throw new NotProven();
    };
    this.unproven += 1;
    try {
      const early = work(presumed, proof);
      // Its outcome is told to nobody before its owner is known.
      await early.catch(() => {});
      if (await isPresumed()) return await early;
    } finally {
      this.unproven -= 1;
    }
    return work(await ask(), undefined);
  }

  /** @throws {Refusal} unauthenticated, csrf_failed, throttled */
  async session(context: Koa.Context): Promise<Session> {
    const credential = this.presented(context);
    if (credential?.kind !== 'session')
      refuse('unauthenticated', 'A session is its cookie and, in the header X-CSRF-Token, the csrfToken of its login.');
    if (!SAFE_METHODS.has(context.method)) assertSameOrigin(context, this.options.publicUrl);
    const { cookie, csrfToken } = credential;
    let session: Session | undefined;
    await this.prove(context, credential, async () => {
      session = await this.options.sessions.find(cookie, csrfToken);
      return session.principal;
    });
    return session as Session;
  }

  addressOf({ req }: Koa.Context): string {
    return this.options.addresses.of(req);
  }

  siteOf({ req }: Koa.Context): string {
    return this.options.addresses.siteOf(req);
  }

  browserOf(context: Koa.Context): KnownBrowser | undefined {
    return this.options.sessions.browserOf(context.cookies.get(this.cookies.browser));
  }

  private presented(context: Koa.Context): Credential | undefined {
    const { state } = context;
    if (!('credential' in state)) state.credential = this.credentialOf(context);
    return state.credential as Credential | undefined;
  }

  /** A session's cookie without its token is no credential: it may have come through another port of this host. */
  private credentialOf(context: Koa.Context): Credential | undefined {
    const authorization = context.get('Authorization');
    if (authorization) {
      const [scheme, token] = authorization.split(' ');
      if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined;
      const kind = this.options.inside.has(context.req) ? 'pass' : 'token';
      return { kind, token, digest: digestOf(`${kind} ${token}`) };
    }
    if (this.options.inside.has(context.req)) return undefined;
    const cookie = context.cookies.get(this.cookies.session);
    const csrfToken = context.get('X-CSRF-Token');
    if (!cookie || !csrfToken) return undefined;
    return { kind: 'session', cookie, csrfToken, digest: digestOf(`${cookie} ${csrfToken}`) };
  }

  /** Asks in any case, though a token that was good a moment ago is believed: a credential may have ended. */
  private async prove(context: Koa.Context, credential: Credential, ask: () => Promise<Principal>): Promise<Principal> {
    let principal: Principal;
    try {
      principal = await ask();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) this.proven.delete(credential.digest);
      // How much a credential has left is told to nobody whose credential is not good.
      for (const name of RATE_LIMIT_HEADERS) context.remove(name);
      throw error;
    }
    if (!context.state.counted) await this.count(context, principal);
    this.proven.set(credential.digest, principal);
    context.state.principal = principal;
    return principal;
  }

  private async count(context: Koa.Context, principal: Counted): Promise<void> {
    await this.take(context, principal, 1);
    context.state.counted = principal;
  }

  async weighContent(context: Koa.Context, length: number): Promise<void> {
    const caller = context.state.counted as Counted | undefined;
    if (caller) await this.takeBytes(context, caller, length, CONTENT_BYTES_PER_CALL);
  }

  async weighCalls(context: Koa.Context, calls: number): Promise<void> {
    const caller = context.state.counted as Counted | undefined;
    if (caller) await this.take(context, caller, calls);
  }

  async weigh(context: Koa.Context, length: number | undefined, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const caller = context.state.counted as Counted | undefined;
    if (!caller) return read();
    if (length !== undefined) {
      await this.takeBytes(context, caller, length);
      return read();
    }
    const bytes = await this.unmeasured(caller, read);
    await this.takeBytes(context, caller, bytes.length);
    return bytes;
  }

  private async takeBytes(
    context: Koa.Context,
    caller: Counted,
    bytes: number,
    bytesPerCall = BYTES_PER_CALL,
  ): Promise<void> {
    const calls = Math.floor(bytes / bytesPerCall);
    if (calls > 0) await this.take(context, caller, calls);
  }

  /**
   * Reads a body of unknown length, and limits how many a caller sends at once. It is counted only when it is there: before that, a
   * thousand connections could fill the memory.
   */
  private async unmeasured<T>({ id }: Counted, read: () => Promise<T>): Promise<T> {
    const others = this.unmeasuredBodies.get(id) ?? 0;
    if (others >= UNMEASURED_MAX)
      refuse('throttled', `Of one caller ${UNMEASURED_MAX} bodies without Content-Length are read at a time.`, {
        retryAfterSeconds: 1,
      });
    this.unmeasuredBodies.set(id, others + 1);
    try {
      return await read();
    } finally {
      const left = (this.unmeasuredBodies.get(id) as number) - 1;
      if (left === 0) this.unmeasuredBodies.delete(id);
      else this.unmeasuredBodies.set(id, left);
    }
  }

  private async take(context: Koa.Context, { kind, id }: Counted, calls: number): Promise<void> {
    const [policy, limit, detail] =
      kind === 'owner'
        ? (['session', this.perOwner, 'An owner may make only so many calls a minute.'] as const)
        : ([
            'token',
            this.perToken,
            `A token may make ${this.options.throttlePerMinute} calls a minute; every 64 KiB of a body, or 1 MiB of a file, count as one more.`,
          ] as const);
    try {
      await throttle(limit, id, detail, calls);
    } finally {
      tellRoom(context, policy, limit.room(id));
    }
  }
}

const RATE_LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const;

/**
 * Tells a caller its remaining calls, as draft-ietf-httpapi-ratelimit-headers-11 writes it: `r` calls, and no more before `t` seconds are
 * over. The window slides, so used calls become free bit by bit.
 */
export function tellRoom(
  { res }: Koa.Context,
  policy: string,
  { perMinute, left, growsInMs }: ReturnType<CallLimit['room']>,
): void {
  if (res.headersSent) return;
  const [room, rule] = RATE_LIMIT_HEADERS;
  res.setHeader(room, `"${policy}";r=${left};t=${Math.ceil(growsInMs / 1_000)}`);
  res.setHeader(rule, `"${policy}";q=${perMinute};w=${WINDOW_SECONDS}`);
}

/** @throws {Refusal} throttled */
export async function throttle(limit: CallLimit, key: string, detail: string, calls = 1): Promise<void> {
  const waitMs = await limit.take(key, calls);
  if (waitMs === 0) return;
  throttled.inc({ limit: limit.name });
  refuse('throttled', detail, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

const digestOf = (secret: string): string => hash('sha256', secret, 'base64');

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

/**
 * May a page of this `Origin` speak the tools protocol? `Host` is no proof: a page whose name was rebound to this address
 * sends its own name there. So it is the public URL's origin or, when none is set, a page of this machine.
 */
export function assertKnownOrigin(context: Koa.Context, publicUrl: string): void {
  const origin = context.get('Origin');
  if (!origin) return;
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined;
  const known = publicUrl ? origin === new URL(publicUrl).origin : LOCAL_NAMES.has(parsed?.hostname ?? '');
  if (!known) refuse('csrf_failed', 'Pages of another origin may not call tools.');
}
