import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endOf } from '../../src/kernel/work/temporal';
import type { RunningWorker } from '../../src/worker';
import type { Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { type MediaSite, openMediaSite } from './media-site';
import { plain } from './pictures';

const built = path.resolve(__dirname, '../../dist/src');
const run = promisify(execFile);

const WITHIN_MS = 120_000;

describe('when the machine is short of something', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tezgah-outage-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('a drawing that cannot be written is no verdict on the picture', async () => {
    const drawing = async () => {
      const running = run(process.execPath, [path.join(built, 'media/image/draw-program.js'), 'webp', folder]);
      running.child.stdin?.end(Buffer.from(await plain(30, 20)));
      return JSON.parse((await running).stdout);
    };
    await symlink('/dev/full', path.join(folder, '1920'));
    await expect(drawing()).rejects.toMatchObject({ code: 75, stderr: expect.stringContaining('ENOSPC') });
    await rm(path.join(folder, '1920'));
    expect(await drawing()).toMatchObject({ width: 30, variants: [{ width: 30 }] });
  });

  test('what is kept half is taken back, and told as an outage', async () => {
    const program = `
      const { FileObjects } = require(${JSON.stringify(path.join(built, 'kernel/objects/file-objects.js'))});
      const bytes = async function* () { yield Buffer.alloc(8192); yield Buffer.alloc(8192); };
      new FileObjects(${JSON.stringify(folder)}).put('str_01J8Z3K4M5N6P7Q8R9S0T1V2W3', bytes()).catch(({ constructor, cause }) =>
        console.log(constructor.name, cause.code));`;
    // No file of this process may have more than eight kibibytes.
    const { stdout } = await run('bash', ['-c', 'ulimit -f 8; exec "$0" -e "$1"', process.execPath, program]);
    expect(stdout.trim()).toBe('FilesAway EFBIG');
    expect(await readdir(path.join(folder, 'str_01J8Z3K4M5N6P7Q8R9S0T1V2W3'))).toEqual([]);
  });
});

describe('while the files of a store are away', () => {
  let site: Site;
  let token: string;
  let upload: MediaSite['upload'];
  let list: MediaSite['list'];
  let worker: RunningWorker | undefined;
  beforeAll(async () => {
    ({ site, token, upload, list } = await openMediaSite());
  });
  afterAll(async () => {
    await worker?.stop();
    await site.close();
  });

  const files = (): string => path.join(site.world.config.dataFolder, 'objects', site.world.storeId);

  test('an upload may be sent again, and a picture asked for again', async () => {
    await mkdir(path.dirname(files()), { recursive: true });
    await writeFile(files(), 'a file where a folder should be');
    const refused = await upload(await plain(30, 20));
    expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([503, 'unavailable', '2']);
    await rm(files());
    expect((await upload(await plain(30, 20))).status).toBe(201);
  });

  test('a picture waits, and is drawn when they are back', async () => {
    const { body } = await upload(await plain(31, 21));
    const { result } = await site.command(token, 'catalog.media.commit', { uploadId: body.id });
    const [{ object = '' } = {}] = await site.rows<{ object: string }>('SELECT object FROM media');
    const file = path.join(files(), object);
    await rename(file, `${file}.aside`);
    await mkdir(file);
    worker = await startTestWorker(site.world);
    const workflow = site.world.platform.temporal.workflow.getHandle(`media/${result.id}`);
    const failures = async () => {
      const { events } = await workflow.fetchHistory();
      return (events ?? []).flatMap(
        ({ activityTaskFailedEventAttributes: failed }) => failed?.failure?.applicationFailureInfo?.type ?? [],
      );
    };
    const { temporal } = site.world.platform;
    await eventually(async () => (await endOf(temporal, workflow.workflowId)) !== 'lost', WITHIN_MS);
    await eventually(async () => (await failures()).length >= 2, WITHIN_MS, 250);
    expect(new Set(await failures())).toEqual(new Set(['away']));
    expect((await list())[0].state).toBe('processing');
    await rm(file, { recursive: true });
    await rename(`${file}.aside`, file);
    const media = await eventually(
      async () => (await list()).find(({ state }: { state: string }) => state === 'ready'),
      WITHIN_MS,
      1_000,
    );
    const { url } = media.variants[0];
    expect((await site.call('GET', url)).status).toBe(200);
    const drawn = path.join(files(), path.basename(url).split('.')[0] as string);
    const bytes = await readFile(drawn);
    await rm(drawn);
    await mkdir(drawn);
    const unread = await site.call('GET', url);
    expect([unread.status, unread.headers.get('Retry-After'), unread.headers.get('Cache-Control')]).toEqual([
      503,
      '2',
      'no-store',
    ]);
    await rm(drawn, { recursive: true });
    await writeFile(drawn, bytes);
  });
});
