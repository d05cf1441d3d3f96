import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CONTROL_PREFIX, control, type Resources } from './control';
import { type Endpoint, match } from './endpoint';
import { type Drawn, type FaultControl, FaultInjection, type FaultKind } from './faults';
import { jsonOf } from './long-number';
import { roll } from './prng';
import type { RateLimit } from './rate-limit';
import { Refused } from './refused';
import { Statistics, type Stats } from './statistics';

/** Pictures come in bodies. */
const BODY_MIB_MAX = 8;
const UNKNOWN_ENDPOINT = 'unknown';

export interface SimulatorOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** 0 (default) takes a free port. */
  port?: number;
  /** Whole number; the same seed gives the same data, latencies and faults. Default 7. */
  seed?: number;
  /** Base latency of an answer; up to a quarter is added, by the seed. Default 0. */
  latencyMs?: number;
  /** Clock of limits and of dates, epoch milliseconds. Default Date.now. */
  now?: () => number;
}

/** What a provider is, as opposed to what can be done to any: its routes, its words, and how it misbehaves. */
export interface Provider<Hostility extends string> {
  /** Path that the real base URL ends in too; provider paths are appended to it. */
  readonly prefix: string;
  readonly endpoints: readonly Endpoint[];
  readonly rateLimit: Pick<RateLimit, 'admits'>;
  /** Who may pass, whatever is asked. @throws {Refused} */
  identify(request: IncomingMessage, atMs: number): void;
  /** Whether the caller may ask for what the path names. @throws {Refused} */
  authorize(path: Readonly<Record<string, string>>, atMs: number): void;
  /** How it says no in its own words, where the simulator decides that it does. */
  readonly refusals: {
    unknownPath(atMs: number): Refused;
    unknownMethod(allowed: readonly string[], atMs: number): Refused;
    tooManyRequests(atMs: number): Refused;
    outage(status: number, atMs: number): Refused;
  };
  /** Answers that its interface does not promise; `turn` counts those that were sent before. */
  readonly hostility: {
    readonly kinds: readonly Hostility[];
    /** The question as such a provider hears it. */
    mishear(kind: Hostility, query: URLSearchParams): void;
    page(kind: Hostility, page: unknown, turn: number): unknown;
    refusal(turn: number): unknown;
  };
  /** What tests turn on beside faults and statistics. */
  readonly resources: Resources;
  /** Counts of its own, shown with the statistics. */
  measures(): Record<string, number>;
  /** What it serves beside its API, to whoever asks. */
  readonly files?: OpenFiles;
}

export interface OpenFiles {
  /** @returns false of an address that is none of theirs */
  answer(request: IncomingMessage, response: ServerResponse, pathname: string): boolean;
}

export interface Simulator<Hostility extends string> {
  /** Base URL for provider paths. */
  url: string;
  port: number;
  /** Stops listening and drops open connections; safe to call twice. */
  close(): Promise<void>;
  faults: FaultControl<Hostility>;
  stats(): Stats;
}

/**
 * Starts a server that speaks a provider's API from the outside, so that the product runs without an account there. A request
 * passes: down → identity → path → authority → rate limit → drawn faults → endpoint.
 */
export async function startSimulator<Hostility extends string>(
  provider: Provider<Hostility>,
  { host = '127.0.0.1', port: wantedPort = 0, seed = 7, latencyMs = 0, now = Date.now }: SimulatorOptions,
): Promise<Simulator<Hostility>> {
  const { prefix, refusals, hostility } = provider;
  const faults = new FaultInjection(seed, hostility.kinds);
  const statistics = new Statistics();
  const stats = (): Stats => ({ ...statistics.read(), ...provider.measures() });
  const resources = { ...general(faults, statistics, stats), ...provider.resources };
  const waiting = new Set<NodeJS.Timeout>();
  let answers = 0;
  let malformed = 0;
  let hostile = 0;

  const server = createServer((request, response) => {
    // Not `new URL`: it throws on targets that a client may well send, such as `//`.
    const [pathname = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (pathname.startsWith(`${CONTROL_PREFIX}/`)) {
      void answerControl(resources, request, response, pathname.slice(CONTROL_PREFIX.length));
      return;
    }
    if (provider.files?.answer(request, response, pathname)) {
      request.resume();
      return;
    }
    const query = new URLSearchParams(search);
    const answer = (body: Buffer<ArrayBuffer>) => answerProvider(request, response, pathname, query, body);
    if (!hasBody(request)) {
      request.resume();
      void answer(Buffer.alloc(0));
    } else readBody(request).then(answer, () => request.socket.destroy());
  });

  async function answerProvider(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    query: URLSearchParams,
    sent: Buffer<ArrayBuffer>,
  ): Promise<void> {
    const atMs = now();
    const below = pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : undefined;
    const found = match(provider.endpoints, request.method ?? '', below);
    const name = found.endpoint?.name ?? UNKNOWN_ENDPOINT;
    statistics.arrived(name, atMs);
    if (faults.drawDown()) {
      statistics.faulted('down');
      request.socket.destroy();
      return;
    }
    let reply: { status: number; body: unknown; headers?: Record<string, string> };
    let drawn: Drawn<Hostility> = {};
    try {
      provider.identify(request, atMs);
      if (!found.endpoint)
        throw found.allowed.length > 0 ? refusals.unknownMethod(found.allowed, atMs) : refusals.unknownPath(atMs);
      provider.authorize(found.path, atMs);
      if (!provider.rateLimit.admits(name, atMs)) throw refusals.tooManyRequests(atMs);
      drawn = faults.draw(name);
      for (const kind of Object.keys(drawn) as FaultKind[]) statistics.faulted(kind);
      if (drawn.throttleStorm) throw refusals.tooManyRequests(atMs);
      if (drawn.serverError) throw refusals.outage(drawn.serverError.status, atMs);
      if (drawn.hostilePage) hostility.mishear(drawn.hostilePage.kind, query);
      const { status } = found.endpoint;
      const body = await found.endpoint.answer({ query, path: found.path, headers: request.headers, body: sent });
      statistics.processed(name);
      reply = drawn.hostileRefusal ? { status: 400, body: hostility.refusal(hostile++) } : { status, body };
      if (drawn.hostilePage) reply.body = hostility.page(drawn.hostilePage.kind, body, hostile++);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      reply = error;
    }
    const delayMs = latencyOf(seed, answers++, latencyMs) + (drawn.slowAnswer?.delayMs ?? 0);
    later(delayMs, () => {
      if (response.destroyed) return;
      if (drawn.silence) return;
      if (drawn.lostAnswer) {
        request.socket.destroy();
        return;
      }
      statistics.answered(name, reply.status);
      const said = jsonOf(reply.body);
      const spoilt = drawn.malformedBody && reply.status < 300;
      send(response, reply.status, spoilt ? garbled(said, malformed++) : said, reply.headers);
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
  const inherited = socketOf(wantedPort);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(inherited === undefined ? { port: wantedPort, host } : { fd: inherited }, resolve);
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
  return { url: `http://${host}:${port}${prefix}`, port, close, faults, stats };
}

/** The descriptor that listens on the port already, where who started this process has reserved it: `4010:4`. */
const socketOf = (port: number): number | undefined =>
  (process.env.TEZGAH_SOCKETS ?? '')
    .split(',')
    .map((pair) => pair.split(':').map(Number))
    .find(([of]) => of === port && port !== 0)?.[1];

/** What tests can do to any simulator. */
const general = <Hostility extends string>(
  faults: FaultInjection<Hostility>,
  statistics: Statistics,
  stats: () => Stats,
): Resources => ({
  '/faults': {
    GET: () => faults.get(),
    PUT: (body) => {
      faults.set(body);
      return faults.get();
    },
    DELETE: () => {
      faults.clear();
      return faults.get();
    },
  },
  '/stats': {
    GET: stats,
    DELETE: () => {
      statistics.reset();
      return stats();
    },
  },
});

function latencyOf(seed: number, answer: number, latencyMs: number): number {
  return latencyMs === 0 ? 0 : latencyMs + (roll(seed, answer, 300) % (Math.ceil(latencyMs / 4) + 1));
}

/** A 200 that is no JSON: half of the answer, or the page that a proxy shows, in turns. */
function garbled(text: string, turn: number): string {
  return turn % 2 === 0 ? text.slice(0, Math.ceil(text.length / 2)) : '<html><body>Bakım çalışması</body></html>';
}

async function answerControl(
  resources: Resources,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  try {
    const text = (await readBody(request)).toString('utf8');
    const { status, body } = control(resources, request.method ?? '', path, text === '' ? undefined : JSON.parse(text));
    send(response, status, JSON.stringify(body));
  } catch (error) {
    const status = error instanceof SyntaxError || error instanceof RangeError ? 400 : 500;
    send(response, status, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_MIB_MAX * 1024 * 1024) throw new RangeError(`The body may have ${BODY_MIB_MAX} MiB at most.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
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
