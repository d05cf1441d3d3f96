import type { IncomingMessage, RequestListener } from 'node:http';
import { wayMs } from '../kernel/limits/pace';

export interface ArrivalBounds {
  /** From the headers of a request until its body has arrived; a file has longer. */
  readonly requestMs: number;
  /** A file has in addition what it needs at this pace. */
  readonly fileBytesPerSecondMin: number;
}

const grants = new WeakMap<IncomingMessage, (bytes: number) => void>();

/**
 * Ends requests whose bodies do not arrive in time. Node has one time for all bodies: one that fits a file of many megabytes on a slow
 * line would let slow senders of small bodies hold their connections as long.
 */
export function inTime(
  answer: RequestListener,
  bounds: ArrivalBounds,
  end: (request: IncomingMessage) => void,
): RequestListener {
  return (request, response) => {
    if (hasBody(request)) bind(request, bounds, end);
    answer(request, response);
  };
}

/** A file of so many bytes is about to be read, of a caller who may send it. */
export const awaitFile = (request: IncomingMessage, bytes: number): void => grants.get(request)?.(bytes);

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function bind(
  request: IncomingMessage,
  { requestMs, fileBytesPerSecondMin }: ArrivalBounds,
  end: (request: IncomingMessage) => void,
): void {
  const judge = (): void => {
    // Bytes that have come and wait here to be read are no matter of the sender.
    if (!request.complete) end(request);
  };
  let timer = setTimeout(judge, requestMs);
  grants.set(request, (bytes) => {
    clearTimeout(timer);
    timer = setTimeout(judge, requestMs + wayMs(bytes, fileBytesPerSecondMin));
  });
  request.once('close', () => clearTimeout(timer));
}
