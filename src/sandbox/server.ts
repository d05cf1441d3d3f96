import { chmod, mkdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { SandboxError } from '../kernel/declaration/sandbox';
import type { SandboxHost } from './host';
import { packed, type Request, type Response, unpacked } from './wire';

/** A file of 1 MiB in base64, with what stands beside it. */
const REQUEST_BYTES_MAX = 2 * 1024 * 1024;

/** Serves a host on a socket that the user of this process alone may enter. @returns a call that ends it */
export async function serve(host: SandboxHost, socket: string): Promise<() => Promise<void>> {
  const folder = path.dirname(socket);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await rm(socket, { force: true });
  const server = createServer((request, response) => {
    void answer(host, request, response).catch(() => response.destroy());
  });
  // Work takes as long as it may; it is the host that bounds it.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  await chmod(socket, 0o600);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

async function answer(host: SandboxHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('Content-Type', 'application/json');
  if (request.url === '/state') {
    response.end(JSON.stringify(await host.state()));
    return;
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > REQUEST_BYTES_MAX) throw new Error('the request is too large');
    chunks.push(chunk);
  }
  const { place, work } = unpacked<Request>(Buffer.concat(chunks).toString('utf8'));
  response.end(packed(await run(host, { place, work }, gone.signal)));
}

async function run(host: SandboxHost, { place, work }: Request, gone: AbortSignal): Promise<Response> {
  try {
    return { done: await host.run(place, work, gone) };
  } catch (error) {
    if (error instanceof SandboxError) return { fault: error.fault, message: error.message };
    throw error;
  }
}
