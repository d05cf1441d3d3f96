import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import Router, { type Layer } from '@koa/router';
import Koa from 'koa';
import rawBody from 'raw-body';
import { unavailableIfDown } from '../kernel/bus';
import type { Route } from '../kernel/declare';
import type { Dispatcher, RouteInput } from '../kernel/dispatch';
import { problemOf, Refusal, refuse } from '../kernel/errors';
import type { Log } from '../kernel/log';
import type { Principal } from '../kernel/principal';

const JSON_BYTES_MAX = 1024 * 1024;
const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Who a request comes from. The composition root brings it; the surface knows no credential. */
export interface Gate {
  /** @throws {Refusal} unauthenticated, csrf_failed, throttled. Without a credential: an anonymous principal. */
  identify(context: Koa.Context): Promise<Principal>;
}

interface HttpOptions {
  readonly dispatcher: Dispatcher;
  readonly routes: readonly Route[];
  readonly gate: Gate;
  readonly log: Log;
  /** Surfaces outside of the registry: docs, login, the tools protocol. */
  readonly extend?: (router: Router) => void;
}

/** The HTTP surface: a fold over the registry, without a word of the domain. */
export function createHttpApp({ dispatcher, routes, gate, log, extend }: HttpOptions): Koa {
  const app = new Koa();
  app.silent = true;
  app.use(answerProblems(log));
  const router = new Router();
  extend?.(router);
  for (const route of routes.toSorted(staticFirst)) {
    const [method, path] = route.http.split(' ') as [string, string];
    router.register(path.replaceAll(/\{(\w+)\}/g, ':$1'), [method], async (context) => {
      const principal = await gate.identify(context);
      const reply = await dispatcher.route(route, principal, await inputOf(context, method));
      context.status = reply.status;
      if (reply.replayed) context.set('Idempotent-Replayed', 'true');
      if (reply.auditId) context.set('Audit-Id', reply.auditId);
      if (reply.status >= 400) context.type = 'application/problem+json';
      context.body = JSON.stringify(
        reply.status >= 400 ? { ...(reply.body as object), requestId: context.state.requestId } : reply.body,
      );
    });
  }
  app.use(router.routes());
  app.use((context) => {
    const allowed = new Set(((context.matched ?? []) as Layer[]).flatMap(({ methods }) => methods));
    if (allowed.size === 0) refuse('not_found', 'There is nothing at this path.');
    context.set('Allow', [...allowed].join(', '));
    if (context.method !== 'OPTIONS') refuse('method_not_allowed');
    context.status = 204;
  });
  return app;
}

/** `/a/b` is registered before `/a/{x}`: the router takes the first match. */
function staticFirst(left: Route, right: Route): number {
  const key = ({ http }: Route) => http.replaceAll('{', '\uffff');
  return key(left) < key(right) ? -1 : 1;
}

function answerProblems(log: Log): Koa.Middleware {
  return async (context, next) => {
    context.state.requestId = randomUUID();
    context.set('Request-Id', context.state.requestId);
    context.set('Cache-Control', 'no-store');
    context.set('X-Content-Type-Options', 'nosniff');
    context.type = 'application/json';
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.code === 'internal')
        log.error({ err: error, requestId: context.state.requestId, path: context.path }, 'request failed');
      context.status = refusal.status;
      context.type = 'application/problem+json';
      const { retryAfterSeconds } = refusal.options;
      if (retryAfterSeconds !== undefined) context.set('Retry-After', String(retryAfterSeconds));
      if (refusal.code === 'unauthenticated') context.set('WWW-Authenticate', 'Bearer');
      context.body = JSON.stringify({ ...problemOf(refusal), requestId: context.state.requestId });
    }
  };
}

/** Requests that Node's parser refuses never reach Koa; they are answered in the same form, and their connection ends. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
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
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problemOf(refusal), requestId });
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** What a caller may know of a failure: anything unexpected is `internal`. */
export function refusalOf(thrown: unknown): Refusal {
  const error = unavailableIfDown(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof URIError) return new Refusal('invalid_request', 'The path is not a well-formed URL.');
  const { status, expose } = error as { status?: number; expose?: boolean };
  // http-errors of Koa and its body reader describe what the client did.
  if (expose && status === 413)
    return new Refusal('payload_too_large', `A JSON body is at most ${JSON_BYTES_MAX} bytes.`);
  if (expose && status !== undefined && status >= 400 && status < 500)
    return new Refusal('invalid_request', (error as Error).message);
  return new Refusal('internal');
}

async function inputOf(context: Koa.Context, method: string): Promise<RouteInput> {
  const { 'if-match': ifMatch, 'idempotency-key': key, 'dry-run': dryRun } = context.headers;
  if (key !== undefined && !ULID_PATTERN.test(String(key)))
    invalidHeader('Idempotency-Key', 'must be a 26-character ULID');
  return {
    params: { ...(context as { params?: Record<string, string> }).params },
    query: { ...context.query },
    body: method === 'GET' ? undefined : await readJson(context),
    idempotencyKey: key as string | undefined,
    expectedRev: ifMatch === undefined ? undefined : revOf(ifMatch),
    dryRun: dryRun !== undefined && dryRunOf(String(dryRun)),
    requestId: context.state.requestId,
  };
}

function revOf(ifMatch: string): number {
  const rev = Number(/^(?:W\/)?"?(\d{1,10})"?$/.exec(ifMatch)?.[1]);
  return Number.isInteger(rev) ? rev : invalidHeader('If-Match', 'must be a rev, e.g. "12"');
}

/** Anything but the two words is refused: a caller who misspelt it must not find the change made. */
function dryRunOf(header: string): boolean {
  if (header !== 'true' && header !== 'false') invalidHeader('Dry-Run', 'must be true or false');
  return header === 'true';
}

function invalidHeader(name: string, message: string): never {
  return refuse('invalid_request', `The header ${name} ${message}.`, {
    errors: [{ pointer: `/header/${name}`, message }],
  });
}

/** Reads a JSON body. Compressed bodies are refused: a few kilobytes of zip can be a gigabyte of JSON. */
export async function readJson(context: Koa.Context): Promise<unknown> {
  const { req, request } = context;
  const encoding = context.get('Content-Encoding');
  if (encoding && encoding.toLowerCase() !== 'identity')
    refuse('unsupported_media_type', 'Send the body uncompressed.');
  const empty = request.length === 0 || (request.length === undefined && !req.headers['transfer-encoding']);
  if (empty) return {};
  if (!request.is('json')) refuse('unsupported_media_type');
  if (req.destroyed) refuse('invalid_request', 'The client went away before its body was read.');
  const text = await rawBody(req, { length: request.length ?? null, limit: JSON_BYTES_MAX, encoding: 'utf8' });
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('invalid_request', `The body is not JSON: ${(error as Error).message}`);
  }
}
