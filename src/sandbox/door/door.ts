import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Way } from '../../kernel/declaration/sandbox';
import { isSuperuser, SANDBOX_ID } from '../driver/port';
import { type Fault, fault } from './fault';
import { answerHeaders, requestHeaders } from './headers';
import { isReachable } from './reach';
import { type Upstream, upstreamOf } from './upstream';

const MIB = 1024 * 1024;

/** Bounds of what one command asks of the API. The limit of its token counts beside them. */
export const doorLimits = {
  callsAtOnce: 8,
  calls: 5_000,
  connections: 32,
  requestBytes: 32 * MIB,
  answerBytes: 64 * MIB,
  headersMs: 10_000,
  /** The time, in ms, from the first byte of a request until it has arrived. */
  requestMs: 60_000,
} as const;

/** Longest path of a socket that every system takes. */
const SOCKET_PATH_MAX = 100;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * The way out of one command, to the API of its store and to nothing else. It adds the credential of the workspace and takes away
 * whatever the command says about who asks. It ends with the command.
 */
export class Door {
  private readonly server: Server;
  private readonly api: Upstream;
  private active = 0;
  private calls = 0;
  private readonly streams = new Set<Duplex>();
  private folder: string | undefined;
  private closed = false;

  constructor(private readonly way: Way) {
    this.api = upstreamOf(way, doorLimits.callsAtOnce);
    this.server = createServer((request, response) => void this.answer(request, response));
    this.server.headersTimeout = doorLimits.headersMs;
    this.server.requestTimeout = doorLimits.requestMs;
    this.server.maxConnections = doorLimits.connections;
  }

  /**
   * Opens the socket of this door, which the user of commands may enter.
   * @param folder the folder of the sandbox program @returns the path of the socket
   */
  async listen(folder: string): Promise<string> {
    this.folder = await ownFolder(folder);
    const socket = path.join(this.folder, 'api.sock');
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(socket, resolve);
    });
    await chmod(socket, 0o600);
    if (isSuperuser()) await Promise.all([socket, this.folder].map((each) => chown(each, SANDBOX_ID, SANDBOX_ID)));
    return socket;
  }

  /** Takes calls from a stream that leads to a command. */
  take(stream: Duplex): void {
    this.streams.add(stream);
    stream.once('close', () => this.streams.delete(stream));
    this.server.emit('connection', stream);
  }

  /** Ends all calls that are under way. */
  async close(): Promise<void> {
    this.closed = true;
    for (const stream of this.streams) stream.destroy();
    this.server.closeAllConnections();
    this.api.close();
    if (this.folder === undefined) return;
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    const refused = this.refused(request);
    if (refused) return refuse(request, response, refused);
    this.calls += 1;
    this.active += 1;
    try {
      await this.pass(request, response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else refuse(request, response, error instanceof TooLarge ? fault.tooLarge : fault.unavailable);
    } finally {
      this.active -= 1;
    }
  }

  private refused({ method = '', url = '', headers }: IncomingMessage): Fault | undefined {
    if (this.closed) return fault.unavailable;
    if (!METHODS.has(method) || !isReachable(url)) return fault.notFound;
    if (Number(headers['content-length'] ?? 0) > doorLimits.requestBytes) return fault.tooLarge;
    if (this.calls >= doorLimits.calls) return fault.tooMany;
    return this.active >= doorLimits.callsAtOnce ? fault.tooManyAtOnce : undefined;
  }

  private async pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path, headers } = incoming;
    const asking = this.api.ask({ method, path, headers: requestHeaders(method, headers, this.way.pass) });
    response.once('close', () => asking.destroy());
    const body = bounded(doorLimits.requestBytes);
    try {
      const answered = await new Promise<IncomingMessage>((resolve, reject) => {
        asking.once('response', resolve);
        // Behind the answer it says nothing new: whoever does not read all of a body ends the connection.
        asking.on('error', reject);
        body.once('error', reject);
        // The sender stays connected: an answer may come before all has been read.
        incoming.pipe(body).pipe(asking);
        incoming.once('close', () => incoming.complete || asking.destroy());
      });
      response.writeHead(answered.statusCode ?? 502, answerHeaders(answered.headers));
      await pipeline(answered, bounded(doorLimits.answerBytes), response);
    } finally {
      incoming.unpipe();
      incoming.resume();
      if (!asking.writableFinished) asking.destroy();
    }
  }
}

class TooLarge extends Error {}

/** Lets so many bytes through. */
function bounded(most: number): Transform {
  let left = most;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length;
      if (left < 0) done(new TooLarge('too many bytes'));
      else done(null, chunk);
    },
  });
}

function refuse(request: IncomingMessage, response: ServerResponse, { problem, retryAfterSeconds }: Fault): void {
  request.resume();
  if (response.destroyed) return;
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Removes the sockets of a program that was killed. Nobody else may run meanwhile. @param folder the folder of the sandbox program */
export const clearDoors = (folder: string): Promise<void> =>
  rm(path.join(folder, 'doors'), { recursive: true, force: true });

/** A folder of one socket. Nobody guesses its name, and only the user of commands is let in. */
async function ownFolder(folder: string): Promise<string> {
  const name = randomBytes(8).toString('hex');
  const wanted = path.join(folder, 'doors', name);
  const own = wanted.length + '/api.sock'.length <= SOCKET_PATH_MAX ? wanted : path.join(tmpdir(), `tezgah-${name}`);
  await mkdir(path.dirname(own), { recursive: true, mode: 0o711 });
  await mkdir(own, { mode: 0o700 });
  return own;
}
