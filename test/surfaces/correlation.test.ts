import { Worker } from '@temporalio/worker';
import { correlationOf } from '../../src/kernel/correlation';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { connectTrendyol } from '../channel/marketplace';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { testServices } from '../world/world';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy';
import { openSite, type Site } from './site';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('what a caller names a request by', () => {
  test.each(['order-4711', 'a', 'A.b_c-9', 'x'.repeat(64)])('%s is taken', (name) => {
    expect(correlationOf(name, undefined).requestId).toBe(name);
  });

  test.each(['', 'x'.repeat(65), 'a b', 'a\nb', 'ş', '{"a":1}', undefined, ['a']])('%j is not', (name) => {
    const { requestId } = correlationOf(name, undefined);
    expect(requestId).not.toBe(name);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a trace goes on, with a part of its own, and as sampled as it was', () => {
    const { traceparent } = correlationOf(undefined, TRACEPARENT);
    expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(traceparent).not.toBe(TRACEPARENT);
    expect(correlationOf(undefined, `cc-${TRACE}-00f067aa0ba902b7-00-later`).traceparent).toMatch(
      new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`),
    );
  });

  test.each([
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01-more`,
    'nonsense',
    undefined,
  ])('%s begins a new trace', (told) => {
    const { traceparent } = correlationOf(undefined, told);
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(traceparent).not.toContain(TRACE);
  });
});

describe('a request is found by one name wherever it leads', () => {
  let proxy: RecordingProxy;
  let simulator: TrendyolSimulator;
  let site: Site;
  beforeAll(async () => {
    proxy = await startRecordingProxy();
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 20 });
    site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: proxy.through(simulator.url) } });
    await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
  });
  afterAll(async () => {
    await site.close();
    await simulator.close();
    await proxy.close();
  });

  const named = { 'X-Request-Id': 'order-4711', traceparent: TRACEPARENT };

  test('every answer tells it under both names, also a refusal and what no route answers', async () => {
    for (const path of ['/v1/meta', '/v1/tokens/me', '/nothing', '/livez']) {
      const { headers, body } = await site.call('GET', path, { headers: named });
      expect([headers.get('X-Request-Id'), headers.get('Request-Id')]).toEqual(['order-4711', 'order-4711']);
      if (body.code) expect(body.requestId).toBe('order-4711');
    }
    const { headers } = await site.call('GET', '/v1/meta', { headers: { 'X-Request-Id': 'x'.repeat(65) } });
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('Request-Id')).toBe(headers.get('X-Request-Id'));
    expect(await site.raw('GET / HTTP/1.1\r\nBad\r\n\r\n')).toMatch(/Request-Id: [0-9a-f-]{36}\r\nX-Request-Id: /);
  });

  test('its audit row, its effect, its workflow, what that asks the marketplace and writes have it', async () => {
    const worker = await startTestWorker(site.world);
    try {
      const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
      const { body } = await site.call('POST', '/v1/channel/trendyol/catalog/pull', {
        token,
        headers: named,
        body: { mode: 'import' },
      });
      await eventually(
        async () => {
          const { body: job } = await site.call('GET', `/v1/channel/trendyol/jobs/${body.id}`, { token });
          return job.finishedAt;
        },
        60_000,
        100,
      );

      const origins = await site.rows<{ id: string; trace: string }>(
        `SELECT message #>> '{origin,requestId}' AS id, message #>> '{origin,traceparent}' AS trace FROM outbox WHERE workflow_id = $1`,
        [`job/${body.id}`],
      );
      expect(origins).toEqual([{ id: 'order-4711', trace: expect.stringContaining(TRACE) }]);

      const { temporal } = site.world.platform;
      const { typedSearchAttributes } = await temporal.workflow.getHandle(`job/${body.id}`).describe();
      expect(typedSearchAttributes.getAll()).toContainEqual(
        expect.objectContaining({ key: expect.objectContaining({ name: 'RequestId' }), value: 'order-4711' }),
      );

      const handle = temporal.workflow.getHandle(`job/${body.id}`);
      await handle.result();
      const saved = [{ workflowId: `job/${body.id}`, history: await handle.fetchHistory() }];
      const options = { workflowBundle: { codePath: testServices().workflowBundle } };
      // Its history has the header, which those of earlier releases have not: both replay.
      for await (const { error } of Worker.runReplayHistories(options, saved)) expect(error).toBeUndefined();

      expect(proxy.asked.length).toBeGreaterThan(0);
      for (const headers of proxy.asked) {
        expect(headers['x-request-id']).toBe('order-4711');
        expect(headers.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
      }

      const rows = await site.rows<{ command: string; n: number }>(
        `SELECT command, count(*)::int AS n FROM audit_row WHERE request_id = 'order-4711' GROUP BY 1 ORDER BY 1`,
      );
      expect(rows).toEqual([
        { command: 'catalog.product.create', n: 20 },
        { command: 'channel.catalog.pull', n: 1 },
        { command: 'channel.job.end', n: 1 },
        { command: 'channel.listing.set', n: 1 },
      ]);
    } finally {
      await worker.stop();
    }
  });

  test('when it has been handed on, no promise is followed for it any more', async () => {
    const { connection } = site.world.platform.temporal as unknown as {
      connection: { callContextStorage: { enabled: boolean; run(store: object, work: () => void): void } };
    };
    connection.callContextStorage.run({}, () => {});
    expect(connection.callContextStorage.enabled).toBe(true);
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    await site.call('POST', '/v1/channel/trendyol/catalog/pull', { token, body: { mode: 'import' } });
    await eventually(async () => !connection.callContextStorage.enabled, 20_000, 100);
  });

  test('a question to a marketplace that a call waits for has it, too', async () => {
    proxy.asked.length = 0;
    const { token } = await site.mint('developer', ['catalog:read']);
    const { status } = await site.call('GET', '/v1/channel/trendyol/remote/brands?name=a', { token, headers: named });
    expect(status).toBe(200);
    expect(proxy.asked.map((headers) => headers['x-request-id'])).toEqual(['order-4711']);
  });
});
