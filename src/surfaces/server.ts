import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { FILE_BYTES_PER_SECOND_MIN } from '../kernel/limits/pace';
import { type ArrivalBounds, inTime } from './arrival';
import type { ClientAddresses } from './client-address';
import { type ConnectionBounds, Connections } from './connections';
import { answerUnreadable } from './http';
import { oneAtATime } from './pipelining';

/** How much of the process its connections may take together. */
export interface ServerBounds extends ConnectionBounds, ArrivalBounds {
  /** From the first byte of a request until its headers have arrived. */
  readonly headersMs: number;
  /** Between two requests. Longer than proxies and clients keep a connection: what they send as it ends is lost. */
  readonly idleMs: number;
  /** Without a byte in or out; longer than the slowest answer takes. */
  readonly silentMs: number;
  /** Limit of the bytes of answers that wait for their readers, all connections together. */
  readonly unreadBytesMax: number;
}

const defaultBounds: ServerBounds = {
  headersMs: 10_000,
  requestMs: 60_000,
  fileBytesPerSecondMin: FILE_BYTES_PER_SECOND_MIN,
  idleMs: 65_000,
  silentMs: 75_000,
  connectionsMax: 4_096,
  connectionsPerAddressMax: 1_024,
  unreadBytesMax: 64 * 1024 * 1024,
};

const SWEEP_MS = 250;
/** How late headers whose time is over may be found. */
const OVERDUE_MS = 1_000;

/** A certificate and its key, as PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

const secure = { minVersion: 'TLSv1.3', handshakeTimeout: 10_000 } as const;

/** The HTTP server, or with a certificate that of HTTPS, with its bounds: silent, slow and too many connections end; those of others go on. */
export function createServer(
  answer: http.RequestListener,
  addresses: ClientAddresses,
  bounds: Partial<ServerBounds> = {},
  certified?: Certified,
): http.Server {
  const limits = { ...defaultBounds, ...bounds };
  const options = { headersTimeout: limits.headersMs, requestTimeout: 0, connectionsCheckingInterval: OVERDUE_MS };
  const listener = oneAtATime(inTime(answer, limits, endLate));
  const server = certified
    ? https.createServer({ ...options, ...certified, ...secure }, listener)
    : http.createServer(options, listener);
  if (certified) server.maxConnections = limits.connectionsMax;
  server.keepAliveTimeout = limits.idleMs;
  server.timeout = limits.silentMs;
  server.on('clientError', answerUnreadable);
  const connections = new Connections(addresses, limits);
  server.on(certified ? 'secureConnection' : 'connection', (socket: Socket) => connections.admit(socket));
  const sweep = setInterval(() => endUnread(connections.all, limits.unreadBytesMax), SWEEP_MS).unref();
  server.once('close', () => clearInterval(sweep));
  return server;
}

const endLate = ({ socket }: http.IncomingMessage): void =>
  answerUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket);

/** Readers that do not read keep their answers in our memory. Beyond the bound the largest go, until the rest fits. */
function endUnread(sockets: readonly Socket[], bytesMax: number): void {
  let unread = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  if (unread <= bytesMax) return;
  for (const socket of sockets.toSorted((left, right) => right.writableLength - left.writableLength)) {
    if (unread <= bytesMax) return;
    unread -= socket.writableLength;
    socket.destroy();
  }
}
