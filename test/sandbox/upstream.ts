import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Agent, createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import type { Way } from '../../src/kernel/declaration/sandbox';

export interface Met {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Stands for the API before a sandbox: a socket that keeps all that comes there. @param answer @default the request as JSON */
export async function openUpstream(answer?: RequestListener) {
  const folder = await mkdtemp('/tmp/tezgah-up-');
  const socket = path.join(folder, 'api.sock');
  const met: Met[] = [];
  const server = createServer((incoming, response) => {
    if (answer) return answer(incoming, response);
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const { method = '', url = '', headers } = incoming;
      met.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.setHeader('Set-Cookie', 'tezgah_session=secret');
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ method, url, bytes: Buffer.concat(chunks).length }));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const way: Way = { socket, pass: `tzg_box_${randomBytes(24).toString('hex')}` };
  return {
    way,
    met,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
  readonly body: any;
}

/** Asks on a socket. */
export function ask(
  socketPath: string,
  {
    method = 'GET',
    path: at = '/v1/meta',
    headers = {},
    body,
    agent,
  }: Partial<Record<'method' | 'path', string>> & {
    readonly headers?: Record<string, string | string[]>;
    readonly body?: string | Buffer;
    readonly agent?: Agent;
  } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request({ socketPath, method, path: at, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text.startsWith('{') ? JSON.parse(text) : text,
        });
      });
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

/** Sends bytes as they are. @returns all that comes back until the other end closes, or falls silent */
export function raw(socketPath: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(socketPath, () => socket.write(text, 'latin1'));
    socket.setTimeout(500, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(answer));
  });
}
