import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of an API that a test can close, and that can lose an answer after the API has given it. */
export interface Gateway {
  readonly url: string;
  /** What reached it, in order. */
  readonly seen: readonly { readonly method: string; readonly path: string; readonly body: string }[];
  /** The next change is lost after it was answered, or refused as busy before it is passed on; or every answer is rewritten. */
  next(change: 'lost' | 'busy' | ((path: string, body: string) => string | Promise<string>)): void;
  close(): Promise<void>;
  reopen(): Promise<void>;
}

export async function openGateway(target: string): Promise<Gateway> {
  const seen: { method: string; path: string; body: string }[] = [];
  let change: Parameters<Gateway['next']>[0] | undefined;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method = 'GET', url = '/', headers } = request;
    seen.push({ method, path: url, body });
    if (change === 'busy' && method === 'POST') {
      change = undefined;
      response.writeHead(503, { 'Content-Type': 'application/problem+json', 'Retry-After': '1' });
      response.end('{"status":503,"code":"unavailable","detail":"The database is not reachable."}');
      return;
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers;
    const answer = await fetch(target + url, {
      method,
      headers: passed as Record<string, string>,
      ...(method === 'GET' ? {} : { body }),
    });
    const text = await answer.text();
    if (change === 'lost' && method === 'POST') {
      change = undefined;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('Content-Type') ?? 'application/json',
      'Set-Cookie': answer.headers.getSetCookie(),
    });
    response.end(typeof change === 'function' ? await change(url, text) : text);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    next(wanted) {
      change = wanted;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    reopen: () => listen(port),
  };
}
