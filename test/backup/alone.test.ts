// tier: all
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { beAlone } from '../../src/backup/alone-store';
import { restoreBackup } from '../../src/backup/restore';
import { type TakeOptions, takeBackup } from '../../src/backup/take';
import { KEY_FILE, keysInFile } from '../../src/keys/source';
import { eventually } from '../world/eventually';
import { createWorld, type World } from '../world/world';

/** Where two containers share a folder, neither sees the processes of the other: here another session is the other one. */
describe('two backups of one shop', () => {
  let world: World;
  let folder: string;
  let target: string;
  let said: string[];
  beforeAll(async () => {
    world = await createWorld();
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tezgah-alone-'));
    target = path.join(folder, 'backup');
    said = [];
    await mkdir(path.join(folder, 'data'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(() => world.close());

  const take = (more: Partial<TakeOptions> = {}) =>
    takeBackup({
      dataFolder: path.join(folder, 'data'),
      target,
      product: '0.0.0',
      databaseUrl: world.config.databaseUrl,
      statedKeys: () => world.config.secretKeys,
      bucket: '',
      withoutKey: false,
      withoutPostgres: true,
      durable: false,
      say: (line) => said.push(line),
      ...more,
    });

  test('a Postgres that takes the connection and says nothing is not waited for', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await expect(beAlone(`postgres://nobody@127.0.0.1:${port}/none`, 100)).rejects.toThrow(/timeout/);
    silent.close();
  });

  test('the second is refused, and clears nothing away of what the first one writes', async () => {
    const first = await beAlone(world.config.databaseUrl);
    const half = path.join(`${target}.draft`, 'half');
    try {
      await mkdir(`${target}.draft`);
      await writeFile(half, 'of it');
      // Its process is of another container: nobody here has it.
      const elsewhere = { pid: 2 ** 22 + 1, startedAt: 1, since: new Date().toISOString(), note: 'backup.draft' };
      await writeFile(`${target}.lock`, JSON.stringify(elsewhere));
      await expect(take()).rejects.toThrow(/^Another backup of this shop is being taken(, from \S+)?, since 20\S+Z\.$/);
      expect([await readFile(half, 'utf8'), existsSync(target)]).toEqual(['of it', false]);
    } finally {
      await first.end();
    }
    await take();
    expect([existsSync(half), existsSync(path.join(target, 'secret.key'))]).toEqual([false, true]);
  });

  test('one that has lost its session, and may not be alone any more, is none', async () => {
    const superuser = new Client({ connectionString: world.superuserUrl });
    await superuser.connect();
    try {
      const ended = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE application_name = 'tezgah-backup' AND datname = current_database()`;
      // A pipe is read for as long as nobody has written it.
      const slow = path.join(folder, 'data', 'demo.json');
      execFileSync('mkfifo', [slow]);
      const taken = expect(take()).rejects.toThrow('The connection to Postgres was lost');
      await eventually(() => said.some((line) => line.startsWith('Uploads')));
      // As a restart of Postgres ends it.
      expect((await superuser.query(ended)).rowCount).toBe(1);
      await writeFile(slow, '{}');
      await taken;
      expect([existsSync(target), existsSync(`${target}.draft`)]).toEqual([false, false]);
    } finally {
      await superuser.end();
    }
  });

  test('says that files in a bucket are not in it', async () => {
    await take({ bucket: 'tezgah-objects' });
    expect(said.join('\n')).toContain('in the bucket tezgah-objects and not in the backup');
  });

  test('without an answer of the own Postgres the rest is taken, and it is said what nobody knows then', async () => {
    await take({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
    expect(said.join('\n')).toContain('whether another machine takes a backup, nobody knows');
    expect(existsSync(target)).toBe(true);
  });

  test('taken while the key is rotated has every key that may have sealed something in it, and wants them all back', async () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const seen = [[old], [fresh]];
    const manifest = await take({ statedKeys: () => seen.shift() });
    expect(keysInFile(path.join(target, KEY_FILE))).toEqual([fresh, old]);
    expect(JSON.stringify(manifest)).not.toContain(old.toString('base64'));

    const apart = path.join(folder, 'apart');
    await take({ target: apart, withoutKey: true, statedKeys: () => [fresh, old] });
    const restored = path.join(folder, 'restored');
    const restore = (secretKeys: Buffer[]) =>
      restoreBackup({ from: apart, dataFolder: restored, secretKeys, say: () => {} });
    await expect(restore([old])).rejects.toThrow('is not the key of this backup');
    await expect(restore([fresh])).rejects.toThrow('lacks 1 of the keys of this backup');
    await restore([fresh, old]);
    expect(keysInFile(path.join(restored, KEY_FILE))).toEqual([fresh, old]);
  });
});
