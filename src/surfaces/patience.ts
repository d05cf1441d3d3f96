import type { ServerResponse } from 'node:http';
import type { Patience } from '../kernel/declaration/settling';

/** Nobody waits longer: proxies in front give up after half a minute or later. */
export const WAIT_SECONDS_MAX = 20;

/** Makes the patience of a caller who would wait for so long, until the answer or its connection has ended. */
export function patienceFor(seconds: number, response: ServerResponse): Patience {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return { ms: 1_000 * Math.min(seconds, WAIT_SECONDS_MAX), gone: gone.signal };
}
