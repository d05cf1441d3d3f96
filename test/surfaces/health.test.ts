import { mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { sweepMedia } from '../../activities/media.sweep';
import { newId } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { eventually as until } from '../world/eventually';
import { patient } from '../world/patience';
import { type SilentProxy, startSilentProxy } from '../world/silent-proxy';
import { startTestWorker } from '../world/worker';

/** Above the bound within which health promises an answer, and below what any hang would cost. */
const BOUND_MS = 30_000;

describe('health', () => {
  let proxy: SilentProxy;
  let site: Site;
  beforeAll(async () => {
    proxy = await startSilentProxy();
    site = await openSite({ through: proxy.through });
  });
  afterAll(async () => {
    await proxy.close();
    await site.close();
  });

  const health = () => site.call('GET', '/v1/health');
  const eventually = async (status: string) => {
    const until = Date.now() + patient(90_000);
    let answer = await health();
    while (answer.body.status !== status && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      answer = await health();
    }
    return answer;
  };

  test('without a worker calls are served, and it says what is missing', async () => {
    const { status, body } = await eventually('degraded');
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'degraded', parts: { database: 'ok' } } });
    expect(body.parts.worker).not.toBe('ok');
  });

  test('with everything it needs it is ok', async () => {
    const worker = await startTestWorker(site.world);
    try {
      expect((await eventually('ok')).body).toEqual({
        status: 'ok',
        parts: {
          database: 'ok',
          outbox: 'ok',
          effects: 'ok',
          workflows: 'ok',
          upkeep: 'ok',
          files: 'ok',
          temporal: 'ok',
          worker: 'ok',
        },
        mails: 'kept',
        sandbox: {
          driver: 'builtin',
          lacks: [],
          reason: null,
          hosts: [{ host: 'local', driver: 'builtin', lacks: [], reason: null }],
        },
      });
      expect(await site.call('GET', '/readyz')).toMatchObject({
        status: 200,
        body: {
          status: 'ready',
          parts: { database: 'ok', temporal: 'ok', worker: 'ok', outbox: 'ok' },
          outboxSeconds: expect.any(Number),
        },
      });
    } finally {
      await worker.stop();
    }
  });

  test('an effect that nobody takes up is seen', async () => {
    await site.rows(
      `INSERT INTO outbox (id, store_id, workflow_id, message, created_at, next_at)
       VALUES ('out_old', $1, 'test/old', '{}', now() - interval '1 hour', now() + interval '1 hour')`,
      [site.world.storeId],
    );
    const until = Date.now() + patient(60_000);
    while ((await health()).body.parts.outbox !== 'failing' && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 250));
    expect((await health()).body).toMatchObject({ status: 'degraded', parts: { outbox: 'failing' } });
    const ready = await site.call('GET', '/readyz');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready', parts: { outbox: 'failing' } } });
    expect(ready.body.outboxSeconds).toBeGreaterThanOrEqual(3_600);
  });

  test('bytes that cannot be swept are seen, as long as that goes on', async () => {
    const { config, platform, storeId } = site.world;
    const bytes = path.join(config.dataFolder, 'objects', storeId, newId('obj'));
    await mkdir(bytes, { recursive: true });
    const yesterday = new Date(Date.now() - 86_400_000);
    await utimes(bytes, yesterday, yesterday);
    const upkeep = async () => (await health()).body.parts.upkeep;
    await sweepMedia(platform, { signal: new AbortController().signal, onPage: () => {}, onFailure: () => {} });
    await until(async () => (await upkeep()) === 'failing', 90_000, 250);
    // As if the sweeps of two hours had found nothing.
    await site.rows(`UPDATE upkeep_failure SET failed_at = failed_at - interval '2 hours'`);
    await until(async () => (await upkeep()) === 'ok', 90_000, 250);
    await rm(bytes, { recursive: true });
  });

  test('answers within its bound when Postgres answers nobody', async () => {
    proxy.freeze();
    const { status, body } = await eventually('unavailable');
    expect({ status, body }).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    const started = performance.now();
    expect((await health()).status).toBe(503);
    expect(performance.now() - started).toBeLessThan(BOUND_MS);
    const unready = await site.call('GET', '/readyz');
    expect([unready.status, unready.body.status, unready.body.outboxSeconds]).toEqual([503, 'unready', null]);
    expect(Number(unready.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await site.call('GET', '/livez')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });
});
