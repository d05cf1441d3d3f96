import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '../../src/config';
import { ConfigError } from '../../src/kernel/declaration/setting';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { startTelemetry } from '../../src/telemetry';
import { connectTrendyol } from '../channel/marketplace';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { openSite, type Site } from './site';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** As OTLP has it in JSON, as far as it is looked at. */
interface Told {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly status: { readonly code?: number };
}

/** What a collector of OpenTelemetry is sent. */
async function startCollector() {
  const spans: Told[] = [];
  const paths = new Set<string>();
  const scopes = new Set<unknown>();
  const server = http.createServer(async (request, response) => {
    paths.add(request.url ?? '');
    scopes.add(request.headers['x-scope']);
    let text = '';
    for await (const chunk of request) text += chunk;
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    paths,
    scopes,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('traces', () => {
  let simulator: TrendyolSimulator;
  let site: Site;
  beforeAll(async () => {
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 20 });
    site = await openSite({ environment: { TEZGAH_TRENDYOL_URL: simulator.url } });
    await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
  });
  afterAll(async () => {
    await site.close();
    await simulator.close();
  });

  const imported = async (traceparent: string): Promise<string> => {
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    const { body } = await site.call('POST', '/v1/channel/trendyol/catalog/pull', {
      token,
      headers: { 'X-Request-Id': 'order-4711', traceparent },
      body: { mode: 'import' },
    });
    await eventually(
      async () => (await site.call('GET', `/v1/channel/trendyol/jobs/${body.id}`, { token })).body.finishedAt,
      60_000,
      100,
    );
    return body.id;
  };

  test('one leads from a call to the start of its workflow, the steps of that and what those ask the marketplace', async () => {
    const collector = await startCollector();
    const settings = loadConfig({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=a%20shop',
    });
    const telemetry = await startTelemetry(settings, 'tezgah-test');
    const worker = await startTestWorker(site.world);
    let jobId = '';
    try {
      jobId = await imported(`00-${TRACE}-${CALLER}-01`);
    } finally {
      await worker.stop();
      await telemetry?.stop();
      await collector.close();
    }
    expect([...collector.paths]).toEqual(['/v1/traces']);
    expect([...collector.scopes]).toEqual(['a shop']);
    const of = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const named = (name: string) => of.filter((span) => span.name === name);
    const attribute = (span: Told | undefined, key: string) => span?.attributes.find((one) => one.key === key)?.value;

    const [call] = named('POST channel.catalog.pull');
    expect(call?.parentSpanId).toBe(CALLER);
    expect(attribute(call, 'http.response.status_code')).toEqual({ intValue: 202 });
    const [commanded] = named('channel.catalog.pull');
    expect(commanded?.parentSpanId).toBe(call?.spanId);
    expect(attribute(commanded, 'tezgah.outcome')).toEqual({ stringValue: 'done' });
    const [start] = named('workflow.start');
    expect(start?.parentSpanId).toBe(call?.spanId);
    expect(attribute(start, 'temporal.workflow_id')).toEqual({ stringValue: `job/${jobId}` });
    const steps = named('workChannelJob');
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step.parentSpanId).toBe(start?.spanId);
    const asked = named('GET Trendyol');
    expect(asked.length).toBeGreaterThan(0);
    const stepIds = steps.map(({ spanId }) => spanId);
    for (const { parentSpanId } of asked) expect(stepIds).toContain(parentSpanId);
    expect(new Set(of.map(({ spanId }) => spanId)).size).toBe(of.length);
    for (const span of of) {
      expect(attribute(span, 'tezgah.request_id')).toEqual({ stringValue: 'order-4711' });
      const [from, to] = [Number(span.startTimeUnixNano), Number(span.endTimeUnixNano)];
      expect(to).toBeGreaterThanOrEqual(from);
      expect(Math.abs(to / 1e6 - Date.now())).toBeLessThan(600_000);
    }
    const all = JSON.stringify(collector.spans);
    expect(all).not.toContain('Bearer');
    expect(all).not.toContain('/v1/channel');
    expect(all).not.toContain('sapigw');
  });

  test('one that a tool was called in tells of the command, as each other one does', async () => {
    const collector = await startCollector();
    const settings = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const telemetry = await startTelemetry(settings, 'tezgah-test');
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    const params = { name: 'catalog.product.create', arguments: { payload: { title: 'Cezve', price: 10_000 } } };
    const { body } = await site.call('POST', '/mcp', {
      token,
      headers: { Accept: 'application/json, text/event-stream', traceparent: `00-${TRACE}-${CALLER}-01` },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    await telemetry?.stop();
    await collector.close();
    expect(body.result.isError).not.toBe(true);
    const of = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const call = of.find(({ parentSpanId }) => parentSpanId === CALLER);
    expect(of).toContainEqual(expect.objectContaining({ name: 'catalog.product.create', parentSpanId: call?.spanId }));
  });

  test('what the caller does not want recorded is not, and what begins here is as the setting says', async () => {
    const collector = await startCollector();
    const ask = async (share: string, traceparent?: string) => {
      const settings = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_TRACES_SAMPLER_ARG: share });
      const telemetry = await startTelemetry(settings, 'tezgah-test');
      const before = collector.spans.length;
      const answer = await site.call('GET', '/v1/catalog/products/prd_00000000000000000000000000', {
        headers: { ...(traceparent ? { traceparent } : {}) },
      });
      expect(answer.status).toBe(401);
      await site.call('GET', '/livez', {});
      await telemetry?.stop();
      return collector.spans.slice(before);
    };
    expect(await ask('1', `00-${TRACE}-${CALLER}-00`)).not.toContainEqual(expect.objectContaining({ traceId: TRACE }));
    expect(await ask('0', `00-${TRACE}-${CALLER}-01`)).toContainEqual(expect.objectContaining({ traceId: TRACE }));
    expect(await ask('0')).toEqual([]);
    const begun = await ask('1');
    expect(begun).toContainEqual(expect.objectContaining({ name: 'GET catalog.products.get' }));
    for (const { parentSpanId } of begun) expect(parentSpanId ?? '').toBe('');
    await collector.close();
  });

  test('neither a probe nor a call that is turned away fills the room of spans that wait, whatever its caller says', async () => {
    const collector = await startCollector();
    const guarded = await openSite({ environment: { TEZGAH_ANONYMOUS_PER_MINUTE: '1' } });
    const telemetry = await startTelemetry(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), 'tezgah-test');
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
    try {
      for (const probe of ['/livez', '/readyz', '/v1/health']) await guarded.call('GET', probe, { headers });
      expect((await guarded.call('GET', '/v1/meta', { headers })).status).toBe(200);
      expect((await guarded.call('GET', '/v1/meta', { headers })).status).toBe(429);
    } finally {
      await telemetry?.stop();
      await guarded.close();
      await collector.close();
    }
    expect(collector.spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name)).toEqual([
      'GET meta.get',
    ]);
  });

  test('a collector that is away holds no call up, and none is looked for without a setting', async () => {
    expect(await startTelemetry(loadConfig({}), 'tezgah-test')).toBeUndefined();
    const gone = await startCollector();
    await gone.close();
    const telemetry = await startTelemetry(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url }), 'tezgah-test');
    expect((await site.call('GET', '/v1/health')).status).toBe(200);
    await telemetry?.stop();
  });

  test.each(['2', '-0.1', 'all'])('%s is no share', (share) => {
    expect(() => loadConfig({ OTEL_TRACES_SAMPLER_ARG: share })).toThrow(ConfigError);
  });
});
