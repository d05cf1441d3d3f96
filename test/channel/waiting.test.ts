import type { Route } from '../../src/kernel/declaration/route';
import { newUlid } from '../../src/kernel/ids';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { connectTrendyol } from './marketplace';

const PRODUCTS = 5;
const UNTIL_MS = 180_000;

describe('a caller who waits for the work at a marketplace', () => {
  let simulator: TrendyolSimulator;
  let site: Site;
  let token: string;
  beforeAll(async () => {
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: PRODUCTS });
    site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
    await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
    token = (await site.mint('developer')).token;
  });
  afterAll(async () => {
    await site.close();
    await simulator.close();
  });

  const pull = (headers: Record<string, string>, mode = 'import', by = token) =>
    site.call('POST', '/v1/channel/trendyol/catalog/pull', { token: by, headers, body: { mode } });
  const pullByTool = async (stated: object) => {
    const headers = { Accept: 'application/json, text/event-stream' };
    const params = {
      name: 'channel.catalog.pull',
      arguments: { ext: 'trendyol', body: { mode: 'import' }, ...stated },
    };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return JSON.parse((await site.call('POST', '/mcp', { token, headers, body })).body.result.content[0].text);
  };
  const applied = ({ headers }: { headers: Headers }) => headers.get('Preference-Applied');

  test('is answered 202 with the job to follow when his patience ends first, and nothing is lost', async () => {
    const key = newUlid();
    const answer = await pull({ Prefer: 'respond-async, wait=1', 'Idempotency-Key': key });
    expect([answer.status, applied(answer), answer.body]).toMatchObject([202, 'wait=1', { state: 'queued' }]);
    expect(await pullByTool({ idempotencyKey: key, waitSeconds: 1 })).toMatchObject({
      result: { id: answer.body.id, state: 'queued' },
      waitedSeconds: 1,
    });
    const worker = await startTestWorker(site.world);
    try {
      // The same call goes on waiting for the same job, and no second one is started.
      const ended = await eventually(
        async () => {
          const again = await pull({ Prefer: 'wait=20', 'Idempotency-Key': key });
          return again.status === 200 ? again : undefined;
        },
        UNTIL_MS,
        500,
      );
      expect(ended.body).toMatchObject({ id: answer.body.id, state: 'succeeded', progress: { created: PRODUCTS } });
      const { body } = await site.call('GET', `/v1/channel/trendyol/jobs/${answer.body.id}`, { token });
      expect(ended.body).toEqual(body);
      expect(body).toMatchObject({ errors: [], nextErrorsAfter: null, result: { created: PRODUCTS }, sample: [] });
      expect([applied(ended), ended.headers.get('Idempotent-Replayed')]).toEqual(['wait=20', 'true']);
      const byTool = await pullByTool({ idempotencyKey: key, waitSeconds: 20 });
      expect(byTool).toMatchObject({ result: { id: answer.body.id, state: 'succeeded' }, waitedSeconds: 20 });
      const atOnce = await pullByTool({ idempotencyKey: key });
      expect([atOnce.result.state, atOnce.waitedSeconds]).toEqual(['queued', undefined]);
    } finally {
      await worker.stop();
    }
    expect(await site.rows('SELECT count(*)::int AS jobs FROM channel_job')).toEqual([{ jobs: 1 }]);
  });

  test('is answered at once when he does not say for how long, or not in seconds', async () => {
    for (const headers of [{}, { Prefer: 'wait' }, { Prefer: 'wait=soon' }, { Prefer: 'wait=-1' }]) {
      const answer = await pull(headers, 'preview');
      expect([answer.status, applied(answer), answer.body.state]).toEqual([202, null, 'queued']);
    }
  });

  test('waits once for one call, and is told nothing of it once his token was revoked', async () => {
    const { world } = site;
    const { id: tokenId } = await site.mint('developer');
    const route = world.platform.services.capabilities.routes.find(({ id }) => id === 'channel.catalog.pull') as Route;
    const gone = new AbortController();
    const input = {
      params: { ext: 'trendyol' },
      query: {},
      body: { mode: 'preview' },
      idempotencyKey: newUlid(),
      patience: { ms: 600_000, gone: gone.signal },
    };
    const wait = () => world.dispatcher.route(route, { ...world.developer, id: tokenId }, input);
    const calls = [wait(), wait()];
    const atOnce = await Promise.race(calls);
    expect([atOnce.status, atOnce.waitedMs]).toEqual([202, undefined]);
    await world.done('token.revoke', { tokenId }, { as: world.owner });
    gone.abort();
    const [late] = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect(late).toMatchObject({ reason: { code: 'unauthenticated' } });
  });

  test('waits for no job that is only proposed or only tried', async () => {
    const agent = await site.mint('agent');
    const proposed = await pull({ Prefer: 'wait=20' }, 'preview', agent.token);
    expect([proposed.status, applied(proposed), proposed.body.proposed]).toEqual([202, null, true]);
    const tried = await pull({ Prefer: 'wait=20', 'Dry-Run': 'true' });
    expect([tried.status, applied(tried), tried.body.dryRun]).toEqual([200, null, true]);
  });
});
