import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../src/config';
import { workspaceWork } from '../../src/kernel/metrics';
import { listenForMetrics } from '../../src/metrics';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import type { MetricsListener } from '../../src/surfaces/metrics';
import { connectTrendyol } from '../channel/marketplace';
import { eventually } from '../world/eventually';
import { startSilentProxy } from '../world/silent-proxy';
import { startTestWorker } from '../world/worker';
import { envelope, openSite, type Site } from './site';

const operations = path.join(__dirname, '../../docs/operations');
const fileOf = (name: string): string => readFileSync(path.join(operations, name), 'utf8');

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The text form of Prometheus, as far as the product writes it. */
const samplesIn = (text: string): Sample[] =>
  [...text.matchAll(/^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name as string,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of])),
    value: Number(value),
  }));

/** What is asked for in expressions: names of metrics, with the labels by which they are selected. */
const askedIn = (expressions: readonly string[]): { name: string; labels: string[] }[] =>
  expressions.flatMap((expression) =>
    [...expression.matchAll(/\b((?:tezgah|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name, selected = '']) => ({
      name: name as string,
      labels: [...selected.matchAll(/(\w+)[=!]/g)].map(([, label]) => label as string),
    })),
  );

describe('metrics', () => {
  let site: Site;
  let simulator: TrendyolSimulator;
  let listener: MetricsListener;
  beforeAll(async () => {
    simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: 20 });
    site = await openSite({
      environment: { TEZGAH_TRENDYOL_URL: simulator.url, TEZGAH_METRICS_PORT: '0', TEZGAH_THROTTLE_PER_MINUTE: '60' },
    });
    await connectTrendyol(site.world, { requestsPer10Seconds: 0 });
    listener = (await listenForMetrics(site.world.platform, site.world.config)) as MetricsListener;
  });
  afterAll(async () => {
    await listener.stop();
    await site.close();
    await simulator.close();
  });

  const scrape = async (): Promise<Sample[]> => samplesIn(await (await fetch(listener.url)).text());
  const sum = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number =>
    samples
      .filter((one) => one.name === name && Object.entries(labels).every(([key, of]) => one.labels[key] === of))
      .reduce((total, { value }) => total + value, 0);

  test('count what is answered, commanded, refused for a limit, asked of a provider and done by a worker', async () => {
    const before = await scrape();
    const grown = async (name: string, labels: Record<string, string>) =>
      sum(await scrape(), name, labels) - sum(before, name, labels);
    const { token } = await site.mint('developer', ['catalog:read', 'catalog:write']);
    const create = envelope(site.world.storeId, 'catalog.product.create', { title: 'Cezve', price: 100, stock: 1 });
    await site.call('POST', '/v1/commands', { token, body: create });
    await site.call('POST', '/v1/commands', { token, body: create });
    await site.call('GET', '/v1/catalog/products/prd_00000000000000000000000000', { token });
    const command = 'catalog.product.create';
    expect(await grown('tezgah_commands_total', { command, outcome: 'done', by: 'call' })).toBe(1);
    expect(await grown('tezgah_commands_total', { command, outcome: 'replayed' })).toBe(1);
    const route = 'catalog.products.get';
    await eventually(async () => (await grown('tezgah_http_request_seconds_count', { route, status: '404' })) === 1);
    for (let status = 0; status !== 429; ) ({ status } = await site.call('GET', '/v1/tokens/me', { token }));
    expect(await grown('tezgah_throttled_total', { limit: 'token' })).toBe(1);

    const worker = await startTestWorker(site.world);
    try {
      const other = await site.mint('developer', ['catalog:read', 'catalog:write']);
      const { body } = await site.call('POST', '/v1/channel/trendyol/catalog/pull', {
        token: other.token,
        body: { mode: 'import' },
      });
      await eventually(
        async () =>
          (await site.world.read('channel.jobs.get', { params: { ext: 'trendyol', cjb: body.id } })).finishedAt,
      );
    } finally {
      await worker.stop();
    }
    expect(
      await grown('tezgah_provider_request_seconds_count', { provider: 'Trendyol', outcome: 'answered' }),
    ).toBeGreaterThan(0);
    expect(await grown('tezgah_commands_total', { command, outcome: 'done', by: 'job' })).toBe(20);
    expect(await grown('tezgah_commands_total', { command: 'channel.job.end', outcome: 'done', by: 'product' })).toBe(
      1,
    );
    expect(
      await grown('tezgah_activity_seconds_count', { activity: 'workChannelJob', outcome: 'completed' }),
    ).toBeGreaterThan(0);
  });

  test('tell how many jobs are open, what waits for Temporal, and how the pool stands', async () => {
    const owner = { as: site.world.owner };
    await site.world.read('channel.catalog.pull', { ...owner, params: { ext: 'trendyol' }, body: { mode: 'preview' } });
    const samples = await scrape();
    expect(sum(samples, 'tezgah_jobs_open', { kind: 'catalog.pull', state: 'queued' })).toBe(1);
    const { workspace } = await site.world.done('workspace.create', { name: 'Sayılan' }, owner);
    await site.world.sql(`UPDATE workspace_sandbox SET state = 'failed' WHERE workspace_id = '${workspace.id}'`);
    const after = await scrape();
    expect([sum(samples, 'tezgah_sandboxes', { state: 'failed' }), sum(samples, 'tezgah_sandboxes_full')]).toEqual([
      0, 0,
    ]);
    expect(sum(after, 'tezgah_sandboxes', { state: 'failed' })).toBe(1);
    expect(sum(samples, 'tezgah_database_connections')).toBeGreaterThan(0);
    expect(samples.map(({ name }) => name)).toContain('nodejs_eventloop_lag_p99_seconds');
    const { body } = await site.call('GET', '/v1/health');
    const parts = samples.filter(({ name }) => name === 'tezgah_part_up').map(({ labels }) => labels.part);
    expect(parts.toSorted()).toEqual(Object.keys(body.parts).toSorted());
  });

  test('an alert fires of an effect that nobody takes up, by the expression of its rule, and not before', async () => {
    const [, expression] = /alert: TezgahEffectsWait\n\s+expr: (.*)/.exec(fileOf('alerts.yml')) ?? [];
    const [, name, threshold] = /^max\((\w+)\) > (\d+)$/.exec(expression ?? '') ?? [];
    // The maximum over the processes: here there is one.
    const fires = async () =>
      Math.max(...(await scrape()).filter((one) => one.name === name).map(({ value }) => value)) > Number(threshold);
    expect(await fires()).toBe(false);
    await site.rows(
      `INSERT INTO outbox (id, store_id, workflow_id, message, created_at, next_at)
       VALUES ('out_old', $1, 'test/old', '{}', now() - interval '1 hour', now() + interval '1 hour')`,
      [site.world.storeId],
    );
    expect(await fires()).toBe(true);
    expect(sum(await scrape(), 'tezgah_outbox_waiting')).toBeGreaterThan(0);
  });

  test('have every name and label that the dashboard and the alerts ask for', async () => {
    const { panels } = JSON.parse(fileOf('dashboard.json'));
    const shown = panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr));
    const judged = [...fileOf('alerts.yml').matchAll(/expr: (.*)/g)].map(([, expression]) => expression as string);
    expect([shown.length > 10, judged.length]).toEqual([true, 11]);
    workspaceWork.observe({ kind: 'loss', outcome: 'files_lost' }, 0);
    // The sandbox of this world begins with the first reading, which does not wait for it.
    const samples = await eventually(async () => {
      const read = await scrape();
      return read.some(({ name }) => name === 'tezgah_sandboxes_full') ? read : undefined;
    });
    for (const { name, labels } of askedIn([...shown, ...judged])) {
      const found = samples.filter((one) => one.name === name);
      expect([name, found.length > 0]).toEqual([name, true]);
      for (const label of labels)
        expect([name, label, found.every((one) => label in one.labels)]).toEqual([name, label, true]);
    }
  });

  test('each alert has its place in the runbook, and each metric of ours', async () => {
    const runbook = fileOf('runbook.md');
    for (const [, alert] of fileOf('alerts.yml').matchAll(/alert: (\w+)/g)) {
      expect(runbook).toContain(`\n## ${alert}\n`);
      expect(fileOf('alerts.yml')).toContain(`docs/operations/runbook.md#${(alert as string).toLowerCase()}\n`);
    }
    const own = new Set(
      (await scrape()).flatMap(({ name }) =>
        name.startsWith('tezgah_') ? [name.replace(/_(bucket|sum|count)$/, '')] : [],
      ),
    );
    for (const name of own) expect(runbook).toContain(`\`${name}\``);
  });

  const promtool = spawnSync('promtool', ['--version']).status === 0;
  (promtool ? test : test.skip)('the rules are what Prometheus takes, and each fires of what it is for', () => {
    const { status, stdout, stderr } = spawnSync(
      'promtool',
      ['test', 'rules', path.join(operations, 'alerts.test.yml')],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  test('what Postgres would be asked is left out while it is away, and the rest is told', async () => {
    const proxy = await startSilentProxy();
    const lost = await openSite({ through: proxy.through, environment: { TEZGAH_METRICS_PORT: '0' } });
    const own = (await listenForMetrics(lost.world.platform, lost.world.config)) as MetricsListener;
    try {
      proxy.freeze();
      const samples = samplesIn(await (await fetch(own.url)).text());
      expect(samples).toContainEqual({ name: 'tezgah_part_up', labels: { part: 'database' }, value: 0 });
      expect(
        samples.filter(
          ({ name }) => name === 'tezgah_jobs_open' || name === 'tezgah_sandboxes' || name.startsWith('tezgah_outbox'),
        ),
      ).toEqual([]);
      expect(samples.map(({ name }) => name)).toContain('process_resident_memory_bytes');
    } finally {
      await own.stop();
      await proxy.close();
      await lost.close();
    }
  });
});

describe('who may read metrics', () => {
  const TOKEN = 'a-token-of-this-test';
  const listening = async (environment: Record<string, string>, story: (url: string, site: Site) => Promise<void>) => {
    const site = await openSite({ environment: { TEZGAH_METRICS_PORT: '0', ...environment } });
    const listener = (await listenForMetrics(site.world.platform, site.world.config)) as MetricsListener;
    await story(listener.url, site);
    await listener.stop();
    await site.close();
  };
  const status = async (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> => {
    const { request } = await import('node:http');
    return new Promise((resolve, reject) => {
      request(url, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode as number);
      })
        .once('error', reject)
        .end();
    });
  };

  test('without a token programs of this machine, and no page whose name was rebound to it', () =>
    listening({}, async (url, site) => {
      const { port } = new URL(url);
      expect(await status(url)).toBe(200);
      expect(await status(url, { Host: `localhost:${port}` })).toBe(200);
      expect(await status(url, { Host: `evil.example:${port}` })).toBe(403);
      expect(await status(url, {}, 'POST')).toBe(404);
      expect(await status(url.replace('/metrics', '/'))).toBe(404);
      expect((await site.call('GET', '/metrics')).status).toBe(404);
    }));

  test('with a token whoever sends it', () =>
    listening({ TEZGAH_METRICS_TOKEN: TOKEN }, async (url) => {
      expect(await status(url)).toBe(401);
      expect(await status(url, { Authorization: 'Bearer another' })).toBe(401);
      expect(await status(url, { Authorization: `Bearer ${TOKEN}`, Host: 'api-1:9464' })).toBe(200);
    }));

  test('nobody, where no port is set', async () => {
    const site = await openSite();
    expect(await listenForMetrics(site.world.platform, site.world.config)).toBeUndefined();
    await site.close();
  });

  test('an address that lets others in needs a token', () => {
    expect(() => loadConfig({ TEZGAH_METRICS_HOST: '0.0.0.0' })).toThrow(
      'TEZGAH_METRICS_TOKEN must be set where TEZGAH_METRICS_HOST (0.0.0.0) lets others in',
    );
    expect(() => loadConfig({ TEZGAH_METRICS_TOKEN: 'short' })).toThrow('must have 16 characters or more');
    expect(loadConfig({ TEZGAH_METRICS_HOST: '0.0.0.0', TEZGAH_METRICS_TOKEN: TOKEN }).metricsHost).toBe('0.0.0.0');
  });
});
