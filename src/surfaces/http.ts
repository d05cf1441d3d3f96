import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import Router, { type Layer } from '@koa/router';
import Koa from 'koa';
import rawBody from 'raw-body';
import type { Proof } from '../kernel/bus/call';
import { unavailableIfDown } from '../kernel/bus/retry';
import type { Dispatcher, Reply, RouteInput } from '../kernel/call/dispatch';
import { assertNothingStated, type Controls, httpDoor } from '../kernel/call/stated';
import { type Correlation, correlated, correlationOf, namesOf } from '../kernel/correlation';
import type { FormFiles } from '../kernel/declaration/content';
import type { FileAnswer } from '../kernel/declaration/file';
import type { Principal } from '../kernel/declaration/principal';
import type { Route } from '../kernel/declaration/route';
import type { Patience } from '../kernel/declaration/settling';
import { acceptedBy, formOf, isWork, producedBy, takesFormAsJson } from '../kernel/declaration/traits';
import { nextStep, type Problem, problemOf, Refusal, refuse } from '../kernel/errors';
import { sendable } from '../kernel/json-text';
import type { Log } from '../kernel/log';
import { boundBroken } from '../kernel/schema/json-bounds';
import type { TSchema } from '../kernel/schema/schema';
import { FilesAway, SealingKeyRetired } from '../kernel/system-fault';
import { accessLog, noteRefusal } from './access-log';
import { hasBody } from './arrival';
import { assertUncompressed, bodyOf, formIn, statedLength } from './body';
import { compressAnswers } from './compression';
import type { Contents } from './contents';
import { sendFile } from './files';
import { nearestRoute } from './nearest-route';
import { patienceFor } from './patience';

const JSON_TYPE = 'application/json; charset=utf-8';
const JSON_BYTES_MAX = 1024 * 1024;
/** Limits of a connection that was answered without having been read: the bytes that it may still send, and the time. */
const LINGER_BYTES_MAX = 4 * JSON_BYTES_MAX;
const LINGER_MS_MAX = 1_000;
/** Delay of a refusal to a caller who does not stop when told to: each refusal costs work, and the connection is opened anew for it. */
const TURNED_AWAY_MS = 1_000;
const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The gate that finds the caller of a request. The composition root brings it; the surface knows no credential. */
export interface Gate {
  /** Looked at before anything else of a request. @throws {Refusal} throttled */
  admit(context: Koa.Context): Promise<void>;
  /** @throws {Refusal} unauthenticated, csrf_failed, throttled. Without a credential: an anonymous principal. */
  identify(context: Koa.Context): Promise<Principal>;
  /**
   * Runs `work` for who calls. It may begin with whom the credential let in before, while that is being asked: nothing of it is told
   * unless the credential proves good for the same principal. So `work` leaves no trace, and may run twice.
   */
  meanwhile<T>(context: Koa.Context, work: (principal: Principal) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, a change, for who calls. It may begin with whom the credential let in before: it is given a proof then, leaves no
   * trace before that has answered, and may run twice. Nothing that it ends with is told unless the proof was good.
   * @param ready what is waited for before it begins, of a caller who was let in before
   */
  beginning<T>(
    context: Koa.Context,
    ready: () => Promise<unknown>,
    work: (principal: Principal, proof: Proof | undefined) => Promise<T>,
  ): Promise<T>;
  /**
   * Counts the body of an identified caller before it is parsed, and before it is read where its length is stated.
   * @param length in bytes, as stated
   * @throws {Refusal} throttled
   */
  weigh(context: Koa.Context, length: number | undefined, read: () => Promise<Uint8Array>): Promise<Uint8Array>;
  /** Counts the calls that a request of an identified caller makes beside its first. @throws {Refusal} throttled */
  weighCalls(context: Koa.Context, calls: number): Promise<void>;
  /** Counts bytes that are about to be kept as they come. @throws {Refusal} throttled */
  weighContent(context: Koa.Context, length: number): Promise<void>;
}

interface HttpOptions {
  readonly dispatcher: Dispatcher;
  readonly routes: readonly Route[];
  readonly contents: Contents;
  readonly gate: Gate;
  readonly log: Log;
  /** Surfaces outside of the registry: docs, login, the tools protocol. None of them takes what may be stated about a change. */
  readonly extend?: (router: Router) => void;
}

/** The HTTP surface: a fold over the registry, without a word of the domain. */
export function createHttpApp({ dispatcher, routes, contents, gate, log, extend }: HttpOptions): Koa {
  const app = new Koa();
  app.silent = true;
  app.use(nameRequest);
  app.use(accessLog(log));
  app.use(compressAnswers);
  app.use(answerProblems(log));
  app.use(async (context, next) => {
    try {
      await gate.admit(context);
    } catch (error) {
      context.state.turnedAway = true;
      await sleep(TURNED_AWAY_MS);
      throw error;
    }
    await next();
  });
  const others = new Router();
  others.use((context, next) => {
    assertNothingStated(httpDoor, controlsOf(context));
    return correlated(originOf(context), next);
  });
  extend?.(others);
  const router = new Router();
  for (const route of routes.toSorted(staticFirst)) {
    const [method, path] = route.http.split(' ') as [string, string];
    const accepts = acceptedBy(route);
    const form = formOf(route);
    const formAsJson = takesFormAsJson(route);
    const produces = producedBy(route);
    // A route that asks a provider or leaves a trace is not run in vain, and a body cannot be read twice.
    const mayBeInVain =
      !route.writes && !isWork(route) && route.policy === 'read' && method === 'GET' && !route.audited;
    // A command is one transaction, which waits for who called before anything of it stays. A body that is no JSON is read once.
    const mayBegin = route.writes && !accepts && !form;
    const bytesMax = isWork(route) ? route.bodyBytesMax : undefined;
    const readsBody = !route.writes && method !== 'GET';
    // A call to a provider is deep below, and learns its cause from the context of its work; all other calls are told it.
    const asks = !route.writes && route.asksProvider;
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], async (context) => {
      context.state.route = route.id;
      let read: Promise<unknown> | undefined;
      const bodyIn = (): Promise<unknown> | undefined => {
        if (method !== 'GET') read ??= readJson(context, bytesMax === undefined ? { gate } : { gate, bytesMax });
        return read;
      };
      const answerTo = async (principal: Principal, proof?: Proof): Promise<Reply> => {
        if (principal.kind === 'anonymous' && !(!route.writes && route.anonymous)) refuse('unauthenticated');
        const input = inputOf(context);
        if (accepts) return contents.call(route, principal, input, () => bodyOf(context, accepts, gate));
        const formBody = form && { form, body: route.body as TSchema };
        if (formBody && !(formAsJson && isJsonOrNothing(context)))
          return contents.callForm(route, principal, input, () => formIn(context, formBody, gate));
        const body = await bodyIn();
        if (form) assertNoFiles(body, form);
        // It may have come long after its headers, and what reads asks for its credential nowhere else.
        const caller = readsBody ? await gate.identify(context) : principal;
        return dispatcher.route(route, caller, { ...input, body, proof, gone: waitFor(context, route) });
      };
      const answer = asks
        ? (principal: Principal) => correlated(originOf(context), () => answerTo(principal))
        : answerTo;
      const reply = mayBeInVain
        ? await gate.meanwhile(context, answer)
        : mayBegin
          ? await gate.beginning(context, async () => bodyIn(), answerTo)
          : await answer(await gate.identify(context));
      context.status = reply.status;
      if (reply.replayed) context.set('Idempotent-Replayed', 'true');
      if (reply.waitedMs !== undefined) context.set('Preference-Applied', `wait=${reply.waitedMs / 1_000}`);
      if (reply.work) context.set('Work-State', reply.work);
      if (reply.auditId) context.set('Audit-Id', reply.auditId);
      if (reply.rev !== undefined) context.set('ETag', `"${reply.rev}"`);
      if (produces) {
        await sendFile(context, reply.body as FileAnswer, produces, log);
        return;
      }
      if (reply.status >= 400) {
        context.type = 'application/problem+json';
        noteRefusal(context, reply.body as Problem);
      }
      context.body =
        reply.status >= 400
          ? JSON.stringify({ ...(reply.body as object), requestId: context.state.requestId })
          : sendable(reply.body);
    });
  }
  app.use(router.routes());
  app.use(others.routes());
  app.use((context) => {
    const allowed = new Set(((context.matched ?? []) as Layer[]).flatMap(({ methods }) => methods));
    if (allowed.size === 0) nothingHere(context, routes);
    const methods = [...allowed].join(', ');
    context.set('Allow', methods);
    if (context.method !== 'OPTIONS') refuse('method_not_allowed', `This path answers ${methods}.`);
    context.status = 204;
  });
  return app;
}

/** @throws {Refusal} not_found, with the route that was perhaps meant */
function nothingHere({ method, path }: Koa.Context, routes: readonly Route[]): never {
  const near = nearestRoute(method, path, routes);
  const facts = near
    ? nextStep(`Bunu mu istediniz: ${near}?`, `Did you mean ${near}?`)
    : nextStep('Bütün yollar GET /v1/routes yanıtındadır.', 'GET /v1/routes answers all paths.');
  return refuse('not_found', 'There is nothing at this path.', { facts: { ...facts } });
}

/**
 * Keeps the connection of a route whose answer takes longer than others may be silent; with the answer, Node takes that back.
 * @returns a signal that ends when the caller leaves, of such a route
 */
export function waitFor({ req, res }: Koa.Context, route: Route): AbortSignal | undefined {
  const withinMs = isWork(route) ? route.answersWithinMs : undefined;
  if (withinMs === undefined) return undefined;
  req.socket.setTimeout(withinMs);
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  if (res.closed) gone.abort();
  return gone.signal;
}

/** `/a/b` is registered before `/a/{x}`: the router takes the first match. */
function staticFirst(left: Route, right: Route): number {
  const key = ({ http }: Route) => http.replaceAll('{', '\uffff');
  return key(left) < key(right) ? -1 : 1;
}

/** Reads the correlation that names a request wherever it leads. */
const originOf = ({ state }: Koa.Context): Correlation => state.correlation as Correlation;

/** Names the request as its caller does, or anew, and tells him; the old header's name stays answered. */
export const nameRequest: Koa.Middleware = (context, next) => {
  const of = correlationOf(context.headers['x-request-id'], context.headers.traceparent);
  context.state.correlation = of;
  context.state.requestId = of.requestId;
  context.res.setHeader('Request-Id', of.requestId);
  context.res.setHeader('X-Request-Id', of.requestId);
  return next();
};

/** Whatever is thrown becomes the problem that it is. */
export function answerProblems(log: Log): Koa.Middleware {
  return async (context, next) => {
    // Straight into the answer: what Koa looks at for each header is known of these.
    const { res } = context;
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Content-Type', JSON_TYPE);
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error);
      if (isFailure(refusal))
        log.error({ err: error, ...namesOf(originOf(context)), route: context.state.route }, 'request failed');
      noteRefusal(context, refusal);
      context.status = refusal.status;
      context.type = 'application/problem+json';
      // Headers of a file do not hold for its problem: a 404 that is kept for good would outlive its reason.
      context.set('Cache-Control', 'no-store');
      for (const name of ['ETag', 'Content-Disposition', 'Repr-Digest', 'Accept-Ranges']) context.remove(name);
      const { retryAfterSeconds } = refusal.options;
      if (retryAfterSeconds !== undefined) context.set('Retry-After', String(retryAfterSeconds));
      if (refusal.code === 'unauthenticated') context.set('WWW-Authenticate', 'Bearer');
      context.body = JSON.stringify({ ...problemOf(refusal), requestId: context.state.requestId });
    }
    if (isUnread(context.req)) closeAfterAnswer(context);
  };
}

const isUnread = (request: IncomingMessage): boolean => !request.complete && hasBody(request);

/**
 * Nobody wants the rest of the body, so the connection ends with the answer. Ending it at once while bytes arrive would
 * reset it, and many a client would never see the answer: for a moment what arrives is thrown away.
 */
function closeAfterAnswer({ req, res }: Koa.Context): void {
  res.setHeader('Connection', 'close');
  const { socket } = req;
  socket.destroySoon = () => {
    const last = setTimeout(() => socket.destroy(), LINGER_MS_MAX).unref();
    const arrived = socket.bytesRead;
    req.on('data', () => {
      if (socket.bytesRead - arrived > LINGER_BYTES_MAX) socket.destroy();
    });
    socket.once('close', () => clearTimeout(last));
    socket.end();
  };
}

/** Requests that Node's parser refuses never reach Koa; they are answered in the same form, and their connection ends. */
export function answerUnreadable(error: Pick<NodeJS.ErrnoException, 'code'>, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Refusal('headers_too_large')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Refusal('request_timeout')
        : new Refusal('invalid_request', 'The request is not well-formed HTTP.');
  const { requestId } = correlationOf(undefined, undefined);
  const body = JSON.stringify({ ...problemOf(refusal), requestId });
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  const last = setTimeout(() => socket.destroy(), LINGER_MS_MAX).unref();
  socket.once('close', () => clearTimeout(last));
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Whether somebody has to look into what a call failed of. That Postgres is away, the health tells. */
export const isFailure = ({ code, options }: Refusal): boolean =>
  code === 'internal' || options.cause instanceof FilesAway || options.cause instanceof SealingKeyRetired;

/** Turns a failure into the refusal that a caller may see: anything unexpected is `internal`. */
export function refusalOf(thrown: unknown): Refusal {
  const error = unavailableIfDown(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof URIError) return new Refusal('invalid_request', 'The path is not a well-formed URL.');
  const { status, expose, limit } = error as { status?: number; expose?: boolean; limit?: number };
  // http-errors of Koa and its body reader describe what the client did.
  if (expose && status === 413) return new Refusal('payload_too_large', `This body may have at most ${limit} bytes.`);
  if (expose && status !== undefined && status >= 400 && status < 500)
    return new Refusal('invalid_request', (error as Error).message);
  return new Refusal('internal');
}

function inputOf(context: Koa.Context): Omit<RouteInput, 'body'> {
  return {
    params: { ...(context as { params?: Record<string, string> }).params },
    query: { ...context.query },
    ...controlsOf(context),
    patience: patienceOf(context),
    origin: originOf(context),
  };
}

/** `Prefer: wait=10` (RFC 7240 §4.3): a wish, and one that is not understood is none. */
function patienceOf({ headers, res }: Koa.Context): Patience | undefined {
  if (headers.prefer === undefined) return undefined;
  const wishes = String(headers.prefer).split(',');
  const [seconds] = wishes.flatMap((wish) => /^\s*wait\s*=\s*(\d{1,6})\s*$/i.exec(wish)?.[1] ?? []);
  return seconds ? patienceFor(Number(seconds), res) : undefined;
}

/** Reads the controls that a caller states in headers. @throws {Refusal} invalid_request for a header that does not say it in its form */
function controlsOf({ headers }: Koa.Context): Controls {
  const { 'if-match': ifMatch, 'idempotency-key': key, 'dry-run': dryRun } = headers;
  if (key !== undefined && !ULID_PATTERN.test(String(key)))
    invalidHeader('Idempotency-Key', 'must be a 26-character ULID');
  return {
    idempotencyKey: key as string | undefined,
    dryRun: dryRun === undefined ? undefined : dryRunOf(String(dryRun)),
    expectedRev: ifMatch === undefined ? undefined : revOf(ifMatch),
  };
}

function revOf(ifMatch: string): number {
  const rev = Number(/^("?)(0|[1-9]\d{0,9})\1$/.exec(ifMatch)?.[2]);
  return Number.isInteger(rev) ? rev : invalidHeader('If-Match', 'must be a rev as an ETag gives it, e.g. "12"');
}

/** Reads the header, and refuses anything but the two words: a caller who misspelt it must not find the change made. */
function dryRunOf(header: string): boolean {
  if (header !== 'true' && header !== 'false') invalidHeader('Dry-Run', 'must be true or false');
  return header === 'true';
}

function invalidHeader(name: string, message: string): never {
  return refuse('invalid_request', `The header ${name} ${message}.`, {
    errors: [{ pointer: `/header/${name}`, message }],
  });
}

interface Reading {
  /** @default 1 MiB */
  readonly bytesMax?: number;
  /** The gate at which the body counts; without one it counts nowhere. */
  readonly gate?: Gate;
}

/** Strict: bytes that are no text would be stored as other text. A byte order mark is skipped. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON body of a request.
 * @throws {Refusal} unsupported_media_type, throttled, payload_too_large, invalid_request
 */
export async function readJson(
  context: Koa.Context,
  { bytesMax = JSON_BYTES_MAX, gate }: Reading = {},
): Promise<unknown> {
  const { req, request } = context;
  assertUncompressed(context);
  const length = statedLength(context);
  if (length === 0 || (length === undefined && !req.headers['transfer-encoding'])) return {};
  if (!request.is('json')) refuse('unsupported_media_type', 'Send application/json.');
  if (req.destroyed) refuse('invalid_request', 'The client went away before its body was read.');
  const read = (): Promise<Uint8Array> => rawBody(req, { length: length ?? null, limit: bytesMax });
  const isTooLarge = length !== undefined && length > bytesMax;
  const bytes = await (gate && !isTooLarge ? gate.weigh(context, length, read) : read());
  return bytes.length === 0 ? {} : parsed(bytes);
}

const isJsonOrNothing = ({ request }: Koa.Context): boolean => request.type === '' || request.is('json') !== false;

/** @throws {Refusal} invalid_request of JSON that names a file: the bytes come in a form, and whoever could name kept ones could name others' */
function assertNoFiles(body: unknown, form: FormFiles): void {
  const fields = typeof body === 'object' && body !== null ? Object.keys(body).filter((field) => field in form) : [];
  const message = 'is a file: send the fields as multipart/form-data';
  const errors = fields.map((field) => ({ pointer: `/${field}`, message }));
  if (errors[0]) refuse('invalid_request', `${errors[0].pointer} ${message}.`, { errors });
}

function parsed(bytes: Uint8Array): unknown {
  const broken = boundBroken(bytes);
  if (broken) refuse('invalid_request', `The body ${broken}.`, { errors: [{ pointer: '', message: broken }] });
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    return refuse('invalid_request', `The body is not JSON: ${reason}`);
  }
}
