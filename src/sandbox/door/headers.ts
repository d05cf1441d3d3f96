import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** All that a command says about its request. Who asks, from where and by which connection, the door says. */
const ASKED = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'dry-run',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'mcp-protocol-version',
  'prefer',
  'range',
  'traceparent',
  'user-agent',
  'x-request-id',
] as const;

/** Headers of one connection, and what only a browser keeps. */
const NOT_TOLD = new Set(['connection', 'keep-alive', 'set-cookie', 'trailer', 'upgrade']);

/** The headers of a request as the API reads them. */
export function requestHeaders(method: string, headers: IncomingHttpHeaders, pass: string): OutgoingHttpHeaders {
  const kept = ASKED.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const hasLength = headers['content-length'] !== undefined || method === 'GET' || method === 'HEAD';
  return {
    ...Object.fromEntries(kept),
    // Without either there is no body.
    ...(headers['transfer-encoding'] ? { 'transfer-encoding': 'chunked' } : hasLength ? {} : { 'content-length': '0' }),
    host: 'localhost',
    authorization: `Bearer ${pass}`,
  };
}

/** The headers of an answer as a command reads them. */
export const answerHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_TOLD.has(name)));
