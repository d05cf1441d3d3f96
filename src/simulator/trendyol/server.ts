import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, identify, ownShop } from './auth';
import { Catalog } from './catalog';
import { CONTROL_PREFIX, type Controlled, control } from './control';
import { ProviderError } from './errors';
import { type FaultControl, FaultInjection, type FaultKind } from './faults';
import { roll } from './prng';
import { RateLimit } from './rate.limit';
import { type Endpoint, endpoints } from './routes';
import { Statistics, type Stats } from './statistics';

/** Path that the real base URL ends in too; provider paths are appended to it. */
const PROVIDER_PREFIX = '/integration';
const CONTROL_BODY_BYTES_MAX = 1024 * 1024;
const UNKNOWN_ENDPOINT = 'unknown';

export interface TrendyolSimulatorOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** 0 (default) takes a free port. */
  port?: number;
  /** Contents in the catalog, 0 … 5,000,000; default 5000. */
  products?: number;
  /** Whole number; the same seed gives the same catalog, latencies and faults. Default 7. */
  seed?: number;
  /** Base latency of an answer; up to a quarter is added, by the seed. Default 0. */
  latencyMs?: number;
  /** Requests that one endpoint takes in ten seconds; 0 switches the limit off. Default 50. */
  requestsPer10s?: number;
  /** Default 424242. */
  sellerId?: string;
  /** Default demo-key. */
  apiKey?: string;
  /** Default demo-secret. */
  apiSecret?: string;
  /** About two rows in a thousand carry a defect. Default false. */
  defects?: boolean;
  /** Clock of the rate limit and of modification dates, epoch milliseconds. Default Date.now. */
  now?: () => number;
}

export interface TrendyolSimulator {
  /** Base URL for provider paths, `http://127.0.0.1:PORT/integration`. */
  url: string;
  port: number;
  /** Stops listening and drops open connections; safe to call twice. */
  close(): Promise<void>;
  faults: FaultControl;
  stats(): Stats;
}

/**
 * Starts a server that speaks Trendyol's product API from the outside, so that the product runs without an account
 * there. A request passes: down → User-Agent → key → path → seller → rate limit → drawn faults → endpoint.
 */
export async function startTrendyolSimulator(options: TrendyolSimulatorOptions = {}): Promise<TrendyolSimulator> {
  const { host = '127.0.0.1', seed = 7, latencyMs = 0, now = Date.now } = options;
  const account: Account = {
    sellerId: options.sellerId ?? '424242',
    apiKey: options.apiKey ?? 'demo-key',
    apiSecret: options.apiSecret ?? 'demo-secret',
  };
  const catalog = new Catalog({
    seed,
    products: options.products ?? 5000,
    sellerId: account.sellerId,
    defects: options.defects ?? false,
    now,
  });
  const faults = new FaultInjection(seed);
  const rateLimit = new RateLimit(options.requestsPer10s ?? 50);
  const statistics = new Statistics();
  const table = endpoints(catalog);
  const stats = (): Stats => statistics.read(catalog.contentsBuilt);
  const controlled: Controlled = { catalog, faults, stats, resetStats: () => statistics.reset() };
  const waiting = new Set<NodeJS.Timeout>();
  let answers = 0;
  let malformed = 0;

  const server = createServer((request, response) => {
    // Not `new URL`: it throws on targets that a client may well send, such as `//`.
    const [pathname = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (pathname.startsWith(`${CONTROL_PREFIX}/`)) {
      void answerControl(controlled, request, response, pathname.slice(CONTROL_PREFIX.length));
      return;
    }
    request.resume();
    answerProvider(request, response, pathname, new URLSearchParams(search));
  });

  function answerProvider(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: URLSearchParams,
  ): void {
    const atMs = now();
    const found = match(table, request.method ?? '', pathname);
    const name = found.endpoint?.name ?? UNKNOWN_ENDPOINT;
    statistics.arrived(name, atMs);
    if (faults.drawDown()) {
      statistics.faulted('down');
      request.socket.destroy();
      return;
    }
    let reply: { status: number; body: unknown; headers?: Record<string, string> };
    let drawn: ReturnType<FaultInjection['draw']> = {};
    try {
      identify(
        account,
        { userAgent: request.headers['user-agent'], authorization: request.headers.authorization },
        atMs,
      );
      const endpoint = existing(found, atMs);
      ownShop(account, found.path.sellerId, atMs);
      if (!rateLimit.admits(name, atMs)) throw tooManyRequests();
      drawn = faults.draw();
      for (const kind of Object.keys(drawn) as FaultKind[]) statistics.faulted(kind);
      if (drawn.throttleStorm) throw tooManyRequests();
      if (drawn.serverError) throw outage(drawn.serverError.status, atMs);
      const body = endpoint.answer({ query, path: found.path });
      statistics.processed(name);
      reply = { status: 200, body };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      reply = error;
    }
    const delayMs = latencyOf(seed, answers++, latencyMs) + (drawn.slowAnswer?.delayMs ?? 0);
    later(delayMs, () => {
      if (response.destroyed) return;
      if (drawn.lostAnswer) {
        request.socket.destroy();
        return;
      }
      statistics.answered(name, reply.status);
      const text = JSON.stringify(reply.body);
      const spoilt = drawn.malformedBody && reply.status === 200;
      send(response, reply.status, spoilt ? garbled(text, malformed++) : text, reply.headers);
    });
  }

  function later(delayMs: number, act: () => void): void {
    if (delayMs <= 0) {
      act();
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(timer);
      act();
    }, delayMs);
    waiting.add(timer);
  }

  // Above what clients keep a connection for, so that it is never the server that closes under a request.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= new Promise((resolve) => {
      for (const timer of waiting) clearTimeout(timer);
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closing;
  };
  return { url: `http://${host}:${port}${PROVIDER_PREFIX}`, port, close, faults, stats };
}

interface Match {
  /** Undefined when no endpoint has this path and method. */
  endpoint: Endpoint | undefined;
  path: Record<string, string>;
  /** Methods that the path knows; empty for an unknown path. */
  allowed: string[];
}

function match(table: Endpoint[], method: string, pathname: string): Match {
  const nothing: Match = { endpoint: undefined, path: {}, allowed: [] };
  if (!pathname.startsWith(`${PROVIDER_PREFIX}/`)) return nothing;
  const providerPath = pathname.slice(PROVIDER_PREFIX.length);
  const samePath = table.filter(({ pattern }) => pattern.test(providerPath));
  const endpoint = samePath.find((candidate) => candidate.method === method);
  const groups = (endpoint ?? samePath[0])?.pattern.exec(providerPath)?.groups ?? {};
  const path = Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decoded(value)]));
  return { endpoint, path, allowed: samePath.map((candidate) => candidate.method) };
}

function existing({ endpoint, allowed }: Match, atMs: number): Endpoint {
  if (endpoint) return endpoint;
  if (allowed.length > 0) {
    const message = 'Bu adres için yöntem desteklenmiyor.';
    throw ProviderError.gateway(405, 'TrendyolSystemException', message, atMs, { allow: allowed.join(', ') });
  }
  throw ProviderError.gateway(404, 'TrendyolNotFoundException', 'Adres bulunamadı.', atMs);
}

/** No Retry-After: the provider documents none, so a client must bring its own patience. */
const tooManyRequests = (): ProviderError =>
  ProviderError.service(429, 'too.many.requests', 'Çok fazla istek gönderdiniz. Lütfen daha sonra tekrar deneyiniz.');

const outage = (status: number, atMs: number): ProviderError =>
  ProviderError.gateway(status, 'TrendyolSystemException', 'Beklenmeyen bir hata oluştu.', atMs);

function latencyOf(seed: number, answer: number, latencyMs: number): number {
  return latencyMs === 0 ? 0 : latencyMs + (roll(seed, answer, 300) % (Math.ceil(latencyMs / 4) + 1));
}

/** A 200 that is no JSON: half of the answer, or the page that a proxy shows, in turns. */
function garbled(text: string, turn: number): string {
  return turn % 2 === 0 ? text.slice(0, Math.ceil(text.length / 2)) : '<html><body>Bakım çalışması</body></html>';
}

async function answerControl(
  controlled: Controlled,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  try {
    const text = await readText(request);
    const { status, body } = control(
      controlled,
      request.method ?? '',
      path,
      text === '' ? undefined : JSON.parse(text),
    );
    send(response, status, JSON.stringify(body));
  } catch (error) {
    const status = error instanceof SyntaxError || error instanceof RangeError ? 400 : 500;
    send(response, status, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > CONTROL_BODY_BYTES_MAX) throw new RangeError('The body may have 1 MiB at most.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  const body = Buffer.from(text);
  response.writeHead(status, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': body.length,
    ...headers,
  });
  response.end(body);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
