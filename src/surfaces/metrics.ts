import http from 'node:http';
import { listen } from '../kernel/process/listening';
import { isLocal } from '../kernel/process/local-names';
import { isSameText } from '../kernel/same-text';

interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  /** The token that a reader sends as `Authorization: Bearer`; empty: programs of this machine read without. */
  readonly token: string;
  read(): Promise<string>;
}

export interface MetricsListener {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * `GET /metrics`, on a port of its own: what a shop sells and how it fares is nobody's business who reaches its API, and it answers while
 * the API has its hands full. Without a token only programs of this machine are answered, and no page whose name was rebound to it.
 */
export async function startMetrics({ host, port, token, read }: MetricsOptions): Promise<MetricsListener> {
  const answer = async (request: http.IncomingMessage): Promise<readonly [number, string]> => {
    if (request.method !== 'GET' || request.url !== '/metrics')
      return [404, 'There is GET /metrics and nothing else.\n'];
    if (token === '' && !isLocal(request.headers.host)) return [403, 'Only names of this machine are answered here.\n'];
    if (token !== '' && !isSameText(request.headers.authorization, `Bearer ${token}`))
      return [401, 'Send the token of TEZGAH_METRICS_TOKEN as Authorization: Bearer.\n'];
    return [200, await read()];
  };
  const server = http.createServer((request, response) => {
    request.resume();
    answer(request)
      .catch((error: Error): readonly [number, string] => [500, `${error.message}\n`])
      .then(([status, text]) => {
        const type = status === 200 ? 'text/plain; version=0.0.4; charset=utf-8' : 'text/plain; charset=utf-8';
        response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
      });
  });
  const at = await listen(server, port, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${at}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
