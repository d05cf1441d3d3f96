import '../world/anew';

import { ulid } from 'ulid';
import { Watched } from '../../src/kernel/trial/watched';
import { openSite, type Site } from '../surfaces/site';
import { differBy, trueTime } from '../world/clock';
import { startTestWorker } from '../world/worker';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('processes whose clocks differ', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterEach(() => jest.useRealTimers());
  afterAll(() => site.close());

  /** Keys come from callers, whose clocks are right. */
  const keyed = () => ({ 'Idempotency-Key': ulid(trueTime()) });
  const run = (token: string, command: string, payload: object) =>
    site.call('POST', '/v1/commands', {
      token,
      body: { command, storeId: site.world.storeId, idempotencyKey: ulid(trueTime()), payload },
    });
  const mint = async (body: object) => {
    const answer = await site.call('POST', '/v1/tokens', { session: await site.login(), headers: keyed(), body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };

  test.each([-40, 40])('a token lives as long as it says, minted %d hours off', async (hours) => {
    differBy(hours * HOUR_MS);
    const { id, token, expiresAt } = await mint({ kind: 'developer', expiresInDays: 1 });
    expect(Math.abs(Date.parse(expiresAt) - trueTime() - DAY_MS)).toBeLessThan(HOUR_MS);
    expect(await site.call('GET', '/v1/tokens/me', { token })).toMatchObject({ status: 200 });
    const { body } = await site.call('GET', '/v1/tokens', { session: await site.login() });
    expect(body.items.find((item: { id: string }) => item.id === id)).toMatchObject({ status: 'active' });
    const [row] = await site.rows<{ apart: number }>(
      `SELECT extract(epoch FROM now() - at)::float8 AS apart FROM audit_row WHERE entity_id = $1`,
      [id],
    );
    expect(Math.abs(row?.apart ?? Number.NaN)).toBeLessThan(HOUR_MS / 1_000);
  });

  test('a session lives as long as it says', async () => {
    differBy(-31 * DAY_MS);
    const session = await site.login();
    expect(await site.call('GET', '/v1/tokens', { session })).toMatchObject({ status: 200 });
  });

  test('the day of a limit is the same for all', async () => {
    const { token } = await mint({ kind: 'developer', limits: { priceChangePercent: 20 } });
    const { body: product } = await run(token, 'catalog.product.create', { title: 'Cezve', price: 10_000 });
    const set = (price: number) => run(token, 'catalog.price.set', { targetId: product.result.id, price });
    expect(await set(11_900)).toMatchObject({ status: 200 });
    for (const hours of [-40, 40]) {
      differBy(hours * HOUR_MS);
      expect(await set(12_900)).toMatchObject({ status: 422, body: { code: 'limit_exceeded' } });
    }
  });

  test('a worker is seen by an API whose clock is ahead', async () => {
    const worker = await startTestWorker(site.world);
    try {
      differBy(40 * HOUR_MS);
      let answer = await site.call('GET', '/v1/health');
      for (const end = performance.now() + 40_000; answer.body.parts.worker !== 'ok' && performance.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        answer = await site.call('GET', '/v1/health');
      }
      expect(answer.body.parts).toMatchObject({ worker: 'ok' });
    } finally {
      jest.useRealTimers();
      await worker.stop();
    }
  });
});

test('what another machine tells is fresh while it moves', () => {
  let time = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
  const watched = new Watched(75);
  const seen = [
    [0, 0],
    [10, 500],
    [80, 500],
    [86, 500],
    [90, 560],
    [95, 0],
  ].map(([at, told]) => {
    time = at as number;
    return watched.isFresh(told as number);
  });
  clock.mockRestore();
  expect(seen).toEqual([false, true, true, false, true, false]);
});
