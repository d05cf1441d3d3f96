import { Client } from 'undici';
import { answerQuestions } from './program';
import { type Request, type Side, scenario, type Target } from './scenarios';

/** One stretch of load on one server. */
export interface Round {
  readonly side: Side;
  readonly origin: string;
  readonly scenario: string;
  readonly target: Target;
  readonly connections: number;
  readonly forMs: number;
}

export interface RoundResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const WRONG_MAX = 3;

/**
 * The load generator, a process of its own: keep-alive connections, each with one request under way. Whatever is not the right
 * answer fails the round, so that errors never count as speed.
 */
let place = 0;

async function run({ side, origin, scenario: name, target, connections, forMs }: Round): Promise<RoundResult> {
  const { request, right, checkOneIn } = scenario(name);
  const latencies: number[] = [];
  const wrong: string[] = [];
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const clients = Array.from({ length: connections }, () => new Client(origin, { pipelining: 1 }));
  const since = performance.now();
  const until = since + forMs;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until && wrong.length < WRONG_MAX) {
        place += 1;
        const asked = request(side, target, place);
        const start = performance.now();
        const { status, body } = await exchange(client, asked, headers);
        latencies.push(performance.now() - start);
        const check = latencies.length % checkOneIn === 0 || latencies.length === 1;
        const good = status === 200 && (!check || right(JSON.parse(body.toString()) as never, asked));
        if (!good) wrong.push(`${side} ${asked.path} answered ${status} ${body.toString().slice(0, 300)}`);
      }
    }),
  );
  const seconds = (performance.now() - since) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  latencies.sort((left, right) => left - right);
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return { requestsPerSecond: latencies.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function exchange(
  client: Client,
  { method, path, body }: Request,
  headers: Record<string, string>,
): Promise<{ status: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const chunks: Buffer[] = [];
    client.dispatch(
      {
        method,
        path,
        body: body ?? null,
        headers: body === undefined ? { authorization: headers.authorization as string } : headers,
      },
      {
        onConnect() {},
        onHeaders(code) {
          status = code;
          return true;
        },
        onData(chunk) {
          chunks.push(chunk);
          return true;
        },
        onComplete() {
          resolve({ status, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
        },
        onError: reject,
      },
    );
  });
}

answerQuestions(run);
process.send?.({ ready: true });
