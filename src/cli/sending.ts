import { type RequestOptions, request } from 'node:http';

/** A request as it goes out. */
export interface Sent {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly withinMs: number;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export type Send = (sent: Sent) => Promise<Received>;

/** @param base of all paths */
export const byFetch =
  (base: string): Send =>
  async ({ method, path, headers, body, withinMs }) => {
    const signal = AbortSignal.timeout(withinMs);
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      signal,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };

/** Sends on a socket that leads to an API and to nothing else. */
export const bySocket =
  (way: Pick<RequestOptions, 'socketPath' | 'agent'>): Send =>
  async ({ method, path, headers, body, withinMs }) => {
    // The form writes itself, and says how its parts are told apart.
    const form = body instanceof FormData ? new Response(body) : undefined;
    const bytes = form
      ? Buffer.from(await form.arrayBuffer())
      : body === undefined
        ? undefined
        : Buffer.from(body as string);
    const type = form?.headers.get('Content-Type');
    const asked = {
      ...way,
      method,
      path,
      headers: {
        ...headers,
        ...(type ? { 'Content-Type': type } : {}),
        ...(bytes ? { 'Content-Length': String(bytes.length) } : {}),
      },
      signal: AbortSignal.timeout(withinMs),
    };
    return new Promise((resolve, reject) => {
      const failed = (cause: Error): void =>
        reject(cause.name === 'AbortError' ? asked.signal.reason : new Error(cause.message, { cause }));
      const asking = request(asked, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', failed);
        response.once('end', () => {
          const told = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: new Headers(told),
            bytes: new Uint8Array(Buffer.concat(chunks)),
          });
        });
      });
      asking.once('error', failed);
      asking.end(bytes);
    });
  };
