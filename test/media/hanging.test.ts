// tier: all
import { BoundedObjects } from '../../src/kernel/objects/bounded-objects';
import { FileObjects } from '../../src/kernel/objects/file-objects';
import type { RunningWorker } from '../../src/worker';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { HangingObjects } from '../world/hanging-objects';
import { startTestWorker } from '../world/worker';
import { plain } from './pictures';

const SILENT_MS = 500;
const WITHIN_MS = 120_000;

describe('while the storage of files hangs', () => {
  let site: Site;
  let token: string;
  let storage: HangingObjects;
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    site = await openSite({
      objectsIn(folder) {
        storage = new HangingObjects(new FileObjects(folder));
        return new BoundedObjects(storage, SILENT_MS);
      },
    });
    ({ token } = await site.mint('developer', ['catalog:read', 'catalog:write']));
  });
  afterAll(async () => {
    storage.release();
    await worker?.stop();
    await site.close();
  });

  const upload = async (body: Uint8Array) => site.call('POST', '/v1/media/upload', { token, body });
  const files = async () => (await site.call('GET', '/v1/health')).body.parts.files;

  test('an upload is answered as in any other outage, and health tells of it until it is over', async () => {
    await eventually(async () => (await files()) === 'ok', WITHIN_MS, 250);
    storage.hang();
    const refused = await upload(await plain(30, 20));
    expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([503, 'unavailable', '2']);
    await eventually(async () => (await files()) !== 'ok', WITHIN_MS, 250);
    storage.release();
    expect(await eventually(async () => (await files()) === 'ok', WITHIN_MS, 250)).toBe(true);
    expect((await upload(await plain(30, 20))).status).toBe(201);
  });

  test('a picture waits as in any other outage, and is drawn afterwards', async () => {
    const { body } = await upload(await plain(31, 21));
    storage.hang();
    const { result } = await site.command(token, 'catalog.media.commit', { uploadId: body.id });
    worker = await startTestWorker(site.world);
    const workflow = site.world.platform.temporal.workflow.getHandle(`media/${result.id}`);
    const failures = async (): Promise<string[]> => {
      const { events } = await workflow.fetchHistory().catch(() => ({ events: [] }));
      return (events ?? []).flatMap(
        ({ activityTaskFailedEventAttributes: failed }) => failed?.failure?.applicationFailureInfo?.type ?? [],
      );
    };
    await eventually(async () => (await failures()).length >= 2, WITHIN_MS, 250);
    expect(new Set(await failures())).toEqual(new Set(['away']));
    storage.release();
    await eventually(
      async () => (await site.call('GET', '/v1/media?state=ready', { token })).body.items.length > 0,
      WITHIN_MS,
      1_000,
    );
  });
});
