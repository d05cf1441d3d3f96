import { DefaultLogger, Runtime } from '@temporalio/worker';
import { newUlid } from '../../src/kernel/ids';
import { answers } from '../../src/kernel/metrics';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { temporalLog } from '../../src/temporal-log';
import type { RunningWorker } from '../../src/worker';
import { connectTrendyol } from '../channel/marketplace';
import { eventually } from '../world/eventually';
import { type KeptLog, keptLog } from '../world/kept-log';
import { startTestWorker } from '../world/worker';
import { PASSWORD } from '../world/world';
import { envelope, openSite, type Site } from './site';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const named = { 'X-Request-Id': 'order-4711', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };

describe('the log', () => {
  const kept: KeptLog = keptLog();
  let simulator: TrendyolSimulator;
  let site: Site;
  let worker: RunningWorker;
  beforeAll(async () => {
    Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('INFO', temporalLog(kept.log)) });
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 20, apiKey: 'demo-key' });
    site = await openSite({ log: kept.log, environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
    await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
    // One for all of them: Temporal's runtime, which has the log, ends with its last worker.
    worker = await startTestWorker(site.world);
  });
  afterAll(async () => {
    await worker.stop();
    await site.close();
    await simulator.close();
  });

  /** The line may be written a moment after the answer was read. */
  const lineOf = (id: string) => eventually(() => kept.told('answered').find(({ requestId }) => requestId === id));

  test('has a line for each answer: who asked what, how it ended, and how long it took', async () => {
    const { id, token } = await site.mint('developer', ['catalog:read']);
    await site.call('GET', '/v1/catalog/products?text=gizli', { token, headers: named });
    expect(await lineOf('order-4711')).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      name: 'test',
      msg: 'answered',
      method: 'GET',
      route: 'catalog.products.list',
      status: 200,
      durationMs: expect.any(Number),
      principal: { kind: 'developer', id },
      storeId: site.world.storeId,
      requestId: 'order-4711',
      traceId: TRACE,
    });
  });

  test('names what is no capability by its pattern, and nothing of a path that is none', async () => {
    const cases = [
      ['/v1/auth/session', '/v1/auth/session', 401],
      ['/media/obj_secret', '/media/:object', 404],
      ['/nothing/at/all', 'none', 404],
      ['/v1/catalog/products', 'catalog.products.list', 401],
    ] as const;
    const codes = ['unauthenticated', 'not_found', 'not_found', 'unauthenticated'];
    for (const [index, [path, route, status]] of cases.entries()) {
      await site.call('GET', path, { headers: { 'X-Request-Id': `case-${index}` } });
      const line = await lineOf(`case-${index}`);
      expect([line.route, line.status]).toEqual([expect.stringContaining(route.split(':')[0] as string), status]);
      expect(line.code).toBe(codes[index]);
      expect(JSON.stringify(line)).not.toContain('secret');
      expect(line.principal).toBeUndefined();
    }
  });

  test('names the tool that an agent uses, and is silent about who only asks whether it lives', async () => {
    const { token } = await site.mint('agent');
    await site.call('POST', '/mcp', {
      token,
      headers: { ...named, 'X-Request-Id': 'tool-1', Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tokens.whoami', arguments: {} } },
    });
    expect(await lineOf('tool-1')).toMatchObject({ route: '/mcp', tool: 'tokens.whoami', status: 200 });
    await site.call('GET', '/livez', { headers: { 'X-Request-Id': 'probe' } });
    await site.call('GET', '/v1/meta', { headers: { 'X-Request-Id': 'after' } });
    await lineOf('after');
    expect(kept.told('answered').filter(({ requestId }) => requestId === 'probe')).toEqual([]);
  });

  test('has the code of a refusal, also of one that is answered again under its key', async () => {
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    const body = envelope(site.world.storeId, 'catalog.price.set', { targetId: `prd_${newUlid()}`, price: 1 });
    for (const id of ['refused-1', 'refused-2']) {
      await site.call('POST', '/v1/commands', { token, headers: { 'X-Request-Id': id }, body });
      expect(await lineOf(id)).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  test('has the code of a tool that is refused, which counts with the status of its refusal', async () => {
    const { token } = await site.mint('agent');
    const call = async (id: string, name: string, args: object) => {
      await site.call('POST', '/mcp', {
        token,
        headers: { 'X-Request-Id': id, Accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
      return lineOf(id);
    };
    const counts = async (status: number): Promise<number> => {
      const { values } = await answers.get();
      const isCount = ({ metricName, labels }: (typeof values)[number]): boolean =>
        metricName === 'tezgah_http_request_seconds_count' && labels.route === '/mcp' && labels.status === status;
      return values.find(isCount)?.value ?? 0;
    };
    const before = await Promise.all([200, 400, 404].map(counts));
    const missing = await call('tool-2', 'catalog.products.get', { prd: `prd_${newUlid()}` });
    expect(missing).toMatchObject({ tool: 'catalog.products.get', status: 200, code: 'not_found' });
    expect(await call('tool-3', 'catalog.products.list', { limit: 'gizli' })).toMatchObject({
      code: 'invalid_request',
    });
    expect(await call('tool-4', 'tokens.whoami', {})).not.toHaveProperty('code');
    const after = await Promise.all([200, 400, 404].map(counts));
    expect(after.map((count, index) => count - (before[index] as number))).toEqual([1, 1, 1]);
  });

  test('tells how a job begins and ends, as a part of the request that asked for it', async () => {
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    const { body } = await site.call('POST', '/v1/channel/trendyol/catalog/pull', {
      token,
      headers: { ...named, 'X-Request-Id': 'pull-1' },
      body: { mode: 'import' },
    });
    const [ended] = await eventually(() => {
      const lines = kept.told('workflow ended').filter(({ requestId }) => requestId === 'pull-1');
      return lines.length > 0 ? lines : undefined;
    }, 60_000);
    expect(ended).toMatchObject({
      workflowId: `job/${body.id}`,
      workflowType: 'channelJob',
      outcome: 'completed',
      durationMs: expect.any(Number),
      traceId: TRACE,
    });
    expect(kept.told('workflow started').map(({ requestId }) => requestId)).toContain('pull-1');
  });

  test('tells which step of a job failed, why, and after how long', async () => {
    const owner = { as: site.world.owner };
    await site.world.done('secret.set', { extension: 'trendyol', key: 'apiKey', value: 'another' }, owner);
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    await site.call('POST', '/v1/channel/trendyol/catalog/pull', {
      token,
      headers: { 'X-Request-Id': 'pull-2' },
      body: { mode: 'import' },
    });
    const ofPull = (message: string) => () => kept.told(message).find(({ requestId }) => requestId === 'pull-2');
    expect(await eventually(ofPull('activity failed'))).toMatchObject({
      level: 40,
      activity: 'workChannelJob',
      outcome: 'failed',
      attempt: 1,
      durationMs: expect.any(Number),
      err: { message: expect.stringContaining('Trendyol') },
    });
    expect(await eventually(ofPull('workflow ended'))).toMatchObject({ outcome: 'failed', code: 'provider_refused' });
  });

  test('holds no token, password, secret, body, header or text that was looked for', async () => {
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write', 'secrets:write', 'store:admin']);
    const session = await site.login();
    const title = 'Közde gizli kahve';
    await site.call('POST', '/v1/commands', {
      token,
      body: envelope(site.world.storeId, 'catalog.product.create', { title, price: 1, stock: 1 }),
    });
    await site.call('POST', '/v1/commands', {
      session,
      body: envelope(site.world.storeId, 'secret.set', {
        extension: 'trendyol',
        key: 'apiKey',
        value: 'gizli-anahtar',
      }),
    });
    await site.call('POST', '/v1/commands', { token, body: '{"broken gizli' });
    await site.call('GET', `/v1/catalog/products?text=gizli&cursor=${newUlid()}`, {
      token,
      headers: { 'X-Request-Id': 'last' },
    });
    await lineOf('last');
    const all = kept.lines.join('');
    for (const secret of [
      token,
      session.cookie.split('=')[1] as string,
      session.csrfToken,
      PASSWORD,
      'gizli',
      site.world.email,
    ])
      expect(all).not.toContain(secret);
    expect(all.toLowerCase()).not.toMatch(/authorization|cookie|select /);
  });
});
