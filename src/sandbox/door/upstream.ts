import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Way } from '../../kernel/declaration/sandbox';

/** The API as a door reaches it. */
export interface Upstream {
  ask(request: Pick<RequestOptions, 'method' | 'path' | 'headers'>): ClientRequest;
  /** Ends all connections to the API. */
  close(): void;
}

/** @param connections at once at most */
export function upstreamOf(way: Way, connections: number): Upstream {
  const options = { keepAlive: true, maxSockets: connections };
  if ('socket' in way) {
    const agent = new http.Agent(options);
    return {
      ask: (request) => http.request({ ...request, agent, socketPath: way.socket }),
      close: () => agent.destroy(),
    };
  }
  const agent = new https.Agent({ ...options, ...(way.trusted === undefined ? {} : { ca: way.trusted }) });
  const { hostname, port, servername } = serverAt(way.url);
  return {
    ask: (request) => https.request({ ...request, agent, hostname, port, servername, minVersion: 'TLSv1.3' }),
    close: () => agent.destroy(),
  };
}

/** A server as Node asks it. Without a name of its own, Node takes the header `Host` for the one that the certificate is to bear. */
export function serverAt(url: string): {
  readonly hostname: string;
  readonly port: number;
  readonly servername: string;
} {
  const { hostname: stated, port } = new URL(url);
  const hostname = stated.replace(/^\[(.*)\]$/, '$1');
  return { hostname, port: Number(port || 443), servername: isIP(hostname) ? '' : hostname };
}
