import { Pool } from 'undici';
import { answerQuestions } from './program';

export interface Abuse {
  readonly origin: string;
  readonly storeId: string;
  readonly token: string;
  readonly forMs: number;
}

const CONNECTIONS = 8;
const FAULTS = 340_000;

/**
 * A caller that sends the most expensive bodies it can, as fast as it can, and does not stop when it is told to. A process of its
 * own: writing them must not hold up the one that measures.
 * @returns calls made
 */
async function abuse({ origin, storeId, token, forMs }: Abuse): Promise<{ calls: number }> {
  const body = `{"command":"catalog.product.create","storeId":"${storeId}","dryRun":true,"payload":{"title":"x","price":1,"tags":[${'0,'.repeat(FAULTS)}0]}}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const http = new Pool(origin, { connections: CONNECTIONS });
  const until = performance.now() + forMs;
  let calls = 0;
  const go = async (): Promise<void> => {
    while (performance.now() < until) {
      calls += 1;
      // It is refused before it was read, and the connection with it: that is an answer too.
      await http
        .request({ method: 'POST', path: '/v1/commands', headers, body })
        .then((answer) => answer.body.dump())
        .catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, go));
  await http.close();
  return { calls };
}

answerQuestions(abuse);
process.send?.({ ready: true });
