import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ApiServer, SandboxError, type SandboxPlace } from '../kernel/declaration/sandbox';
import { listen } from '../kernel/process/listening';
import { isSameText } from '../kernel/same-text';
import type { SandboxHost } from './host';
import { ARCHIVE_TYPE, END_TRAILER, packed, type Request, type Response, unpacked } from './wire';

/** A file of 1 MiB in base64, with what stands beside it. */
const REQUEST_BYTES_MAX = 2 * 1024 * 1024;

/** Serves a host on a socket that the user of this process alone may enter. @returns a call that ends it */
export async function serve(host: SandboxHost, socket: string): Promise<() => Promise<void>> {
  const folder = path.dirname(socket);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await rm(socket, { force: true });
  const server = createServer(answering(host));
  // Work takes as long as it may; it is the host that bounds it.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  await chmod(socket, 0o600);
  return () => ended(server);
}

/** An entry for API and worker of other machines. */
interface Entry {
  readonly hostname: string;
  readonly port: number;
  /** Known to those who may enter. */
  readonly secret: string;
  /** The certificate of this machine and its key, as PEM. */
  readonly cert: string;
  readonly key: string;
  /** The API as commands on this machine reach it. Left out, they reach nothing. */
  readonly api?: ApiServer | undefined;
}

/** More than the API and the worker of an installation need. */
const CONNECTIONS_MAX = 2_048;
const HANDSHAKE_MS = 10_000;
/** A caller who is refused may send the rest of a request for so long. */
const REFUSED_MS = 2_000;
/** A machine that went away without a word is noticed by it. */
const KEEP_ALIVE_MS = 15_000;

/** Serves a host over HTTPS to who knows its secret. @returns the port, and a call that ends it */
export async function serveOthers(
  host: SandboxHost,
  { hostname, port, secret, cert, key, api }: Entry,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const answered = answering(host, (asked) => byOwnWay(asked, api));
  const server = createSecureServer(
    {
      cert,
      key,
      minVersion: 'TLSv1.3',
      handshakeTimeout: HANDSHAKE_MS,
      headersTimeout: HANDSHAKE_MS,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
    },
    (request, response) => {
      if (isSameText(request.headers.authorization, `Bearer ${secret}`)) return answered(request, response);
      request.resume();
      response.writeHead(401, { Connection: 'close' }).end();
      setTimeout(() => request.destroy(), REFUSED_MS).unref();
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.requestTimeout = 0;
  return { port: await listen(server, port, hostname), stop: () => ended(server) };
}

const ended = (server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Commands go to the API by the way of this machine: a caller of another one knows no socket here. */
function byOwnWay(asked: Request, api: ApiServer | undefined): Request {
  const { work } = asked;
  if (work?.do !== 'exec' || work.way === undefined) return asked;
  const { way, ...rest } = work;
  return { ...asked, work: api ? { ...rest, way: { ...api, pass: way.pass } } : rest };
}

const answering =
  (host: SandboxHost, changed = (asked: Request): Request => asked) =>
  (request: IncomingMessage, response: ServerResponse): void =>
    void answer(host, request, response, changed).catch(() => response.destroy());

type Call = (host: SandboxHost, asked: Request, gone: AbortSignal) => Promise<unknown>;

/** Calls whose answer is JSON, by the path on which they are asked. */
const calls: Readonly<Record<string, Call>> = {
  '/run': (host, { place, work, beginsBy }, gone) => host.run(place, work, { gone, beginsBy }),
  '/attended': (host, { ids }) => host.attended(ids),
  '/holds': (host, { place }) => host.holds(place),
  '/start': (host, { place }) => host.start(place),
  '/quiet': (host, { place }) => host.quiet(place),
  '/destroy': (host, { place }) => host.destroy(place),
  '/disks': (host) => host.disks(),
  '/room': (host) => host.room(),
};

async function answer(
  host: SandboxHost,
  request: IncomingMessage,
  response: ServerResponse,
  changed: (asked: Request) => Request,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://sandbox');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (pathname === '/unpack') {
    const place = JSON.parse(searchParams.get('place') ?? '') as SandboxPlace;
    await respond(response, () => host.unpack(place, request, gone.signal));
    return;
  }
  const asked = changed(await bodyOf(request));
  if (pathname === '/pack') {
    const archive = await host.pack(asked.place, gone.signal).catch((error: unknown) => error);
    if (archive instanceof Error) return respond(response, () => Promise.reject(archive));
    return sendArchive(archive as Readable, response);
  }
  if (pathname === '/attend') return attend(host, asked, response);
  const call = pathname === '/state' ? () => host.state() : calls[pathname];
  if (!call) throw new Error(`nothing is at ${pathname}`);
  await respond(response, () => call(host, asked, gone.signal), pathname === '/state');
}

/** Attends to works for as long as the connection lasts. */
async function attend(host: SandboxHost, { ids }: Request, response: ServerResponse): Promise<void> {
  const ends = await Promise.all(ids.map((id) => host.attend(id)));
  response.once('close', () => {
    for (const end of ends) end();
  });
  response.writeHead(200).flushHeaders();
}

/** The end of an archive stands behind its bytes: whether it is whole, or why it is not. */
async function sendArchive(archive: Readable, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': ARCHIVE_TYPE, Trailer: END_TRAILER });
  let end: Response = { done: null };
  try {
    await pipeline(archive, response, { end: false });
  } catch (error) {
    if (!(error instanceof SandboxError) || response.destroyed) throw error;
    end = { fault: error.fault, message: error.message };
  }
  response.addTrailers({ [END_TRAILER]: encodeURIComponent(packed(end)) });
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > REQUEST_BYTES_MAX) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  return unpacked<Request>(Buffer.concat(chunks).toString('utf8') || '{}');
}

/** @param bare true for an answer of the result alone, with nothing around it */
async function respond(response: ServerResponse, work: () => Promise<unknown>, bare = false): Promise<void> {
  response.setHeader('Content-Type', 'application/json');
  try {
    const done = (await work()) ?? null;
    response.end(packed(bare ? (done as object) : ({ done } satisfies Response)));
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    response.end(packed({ fault: error.fault, message: error.message } satisfies Response));
  }
}
