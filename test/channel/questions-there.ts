import { askRound, type RoundName } from '../../src/channel/sync/round';
import { startTrendyolSimulator, type TrendyolSimulatorOptions } from '../../src/simulator/trendyol/server';
import { openSite } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { connectTrendyol } from './marketplace';
import { wholeAnswer } from './whole-answer';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;

export interface Asked {
  readonly questionId: number;
  readonly questionIds: number[];
}

/** A store whose buyers ask at a simulated marketplace. */
export async function openQuestions(options: TrendyolSimulatorOptions = {}) {
  const simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 3, ...options });
  const site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
  const { world } = site;
  await connectTrendyol(world, { requestsPer10Seconds: 0 });
  const { token } = await site.mint('developer', ['orders:read', 'orders:write', 'catalog:read', 'catalog:write']);
  const control = async (method: string, path: string, body?: unknown): Promise<Any> => {
    const answer = await fetch(new URL(`/__simulator${path}`, simulator.url), {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const job = async (id: string): Promise<Any> =>
    (await site.call('GET', `/v1/channel/trendyol/jobs/${id}`, { token })).body;
  const ended = async (id: string): Promise<Any> => {
    await eventually(async () => (await job(id)).finishedAt !== null, 120_000, 50);
    return job(id);
  };
  const round = (name: RoundName) =>
    askRound(world.bus, { storeId: world.storeId, extension: 'trendyol', round: name });
  return {
    site,
    world,
    token,
    simulator,
    control,
    job,
    ended,
    round,
    /** What the clock asks for, to its end. */
    pulled: async (name: RoundName): Promise<Any> => ended(await round(name)),
    ask: (more: object = {}): Promise<Asked> => control('POST', '/questions', more),
    list: (query = '') => site.call('GET', `/v1/channel/trendyol/questions${query}`, { token }),
    /** Answers a question. @param stated headers of one call @default it is waited for to its end */
    answer(questionId: number | string, text: string, stated?: Record<string, string>) {
      const send = (headers: Record<string, string>) =>
        site.call('POST', `/v1/channel/trendyol/questions/${questionId}/answer`, { token, headers, body: { text } });
      return stated ? send(stated) : wholeAnswer(send);
    },
    /** Lets a task look as if it had been done minutes ago. */
    age: (task: string) =>
      world.sql(`UPDATE channel_cursor SET until = until - interval '2 minutes' WHERE task = '${task}'`),
    async close() {
      await site.close();
      await simulator.close();
    },
  };
}
