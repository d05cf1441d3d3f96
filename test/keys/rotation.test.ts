import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '../../src/config';
import { openSecrets } from '../../src/extension/secret/store';
import { newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { sealingKey } from '../../src/kernel/personal/key-ring';
import type { SealedColumn } from '../../src/kernel/personal/sealed-column';
import { FollowedKeys } from '../../src/keys/followed';
import { countAll, NOTHING_RESEALED, type ResealedSoFar, resealAll } from '../../src/keys/resealing';
import { sealedColumns } from '../../src/keys/sealed';
import { textOfKeys } from '../../src/keys/source';
import { adoptKey, knownKeys } from '../../src/keys/store';
import { openPlatform, type Platform } from '../../src/platform';
import { pooledProduct } from '../catalog/code-pool';
import { temporaryFolder } from '../supervisor/support';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';

const SECRET = 'zqx-gizli';
const first = randomBytes(32);
const second = randomBytes(32);
const [firstId, secondId] = [first, second].map((key) => sealingKey(key).id) as [string, string];

describe('a rotation of the sealing key', () => {
  let world: World;
  let file: string;
  let productId: string;

  const write = (...keys: Buffer[]) => writeFileSync(file, textOfKeys(keys));
  /** As a process does by its timer. */
  const take = async (platform: Platform) => {
    const { keyRing: ring, database } = platform;
    const adopt = (id: string) => adoptKey(database.systemWriter, id);
    const errors: unknown[] = [];
    await new FollowedKeys({ file, ring, adopt, onRotated: () => {}, onError: (error) => errors.push(error) }).look();
    return errors;
  };
  const another = (...keys: Buffer[]) =>
    openPlatform({
      config: loadConfig({
        DATABASE_URL: world.config.databaseUrl,
        TEZGAH_DATA: temporaryFolder(),
        TEZGAH_SECRET_KEY: keys.map((key) => key.toString('base64')).join(),
      }),
      log: createLog('test', 'silent'),
      applicationName: 'tezgah-test-keys',
    });
  const reseal = (from: ResealedSoFar = NOTHING_RESEALED, onPart: (far: ResealedSoFar) => void = () => {}) =>
    resealAll(world.platform, from, onPart);
  const under = async () => {
    const counts: Record<string, number> = {};
    for (const { key, values } of await countAll(world.database)) counts[key] = (counts[key] ?? 0) + values;
    return counts;
  };

  beforeEach(async () => {
    file = path.join(temporaryFolder(), 'secret.key');
    write(first);
    world = await createWorld({ environment: { TEZGAH_SECRET_KEY: '', TEZGAH_SECRET_KEY_FILE: file } });
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    await secret(SECRET);
    productId = await pooledProduct(world);
    await world.done('catalog.digital.codes.add', { productId, codes: ['AAA-1', 'AAA-2', 'AAA-3'] });
  });
  afterEach(() => world.close());

  const secret = (value: string) =>
    world.done('secret.set', { extension: 'trendyol', key: 'apiSecret', value }, { as: world.owner });
  const opened = (platform: Platform) =>
    openSecrets(platform.database.reader(world.storeId), platform.services.secretBox, world.storeId, 'trendyol');

  test('goes through everything that is sealed, while all of it opens, and then the old key is needed no more', async () => {
    write(second, first);
    expect(await take(world.platform)).toEqual([]);
    expect(await opened(world.platform)).toEqual({ apiSecret: SECRET });
    const before = await under();
    expect(Object.keys(before)).toEqual([firstId]);

    const { resealed, left, inUse } = await reseal();
    expect(resealed + 1).toBe(before[firstId]);
    expect({ left, inUse }).toEqual({ left: 0, inUse: [secondId] });
    expect(await under()).toEqual({ [secondId]: before[firstId] });
    expect(await knownKeys(world.database.system)).toMatchObject([
      { id: secondId, unusedAt: null },
      { id: firstId, unusedAt: expect.any(String) },
    ]);

    const other = await another(second);
    try {
      expect(await opened(other)).toEqual({ apiSecret: SECRET });
    } finally {
      await other.close();
    }
    expect(await reseal()).toMatchObject({ resealed: 0, left: 0 });
  });

  test('knows every column of sealed values that the database has', async () => {
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE 'sealed%' ORDER BY table_name COLLATE "C"`,
    );
    await client.end();
    const known = [...sealedColumns.map(({ table }) => table), 'digest_keys'];
    expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
  });

  test('changes no digest: repeated calls, doubled codes and undone changes are known as before', async () => {
    const key = newUlid();
    const rename = { productId, title: 'Yeni ad' };
    await world.done('catalog.product.update', rename, { key });
    const undo = async () =>
      (await world.read('audit.list', { query: { entity: productId } })).items.map(
        (row: { undo: { idempotencyKey: string } | null }) => row.undo?.idempotencyKey,
      );
    const served = await undo();
    write(second);
    await take(world.platform);
    write(second, first);
    await take(world.platform);
    await reseal();
    const other = await another(second);
    try {
      const call = { command: 'catalog.product.update', storeId: world.storeId, payload: rename, idempotencyKey: key };
      expect(await other.dispatcher.command(world.developer, call, {})).toMatchObject({ status: 200, replayed: true });
      const codes = { productId, codes: ['AAA-2', 'AAA-4'] };
      const added = { command: 'catalog.digital.codes.add', storeId: world.storeId, payload: codes };
      expect(
        await other.dispatcher.command(world.developer, { ...added, idempotencyKey: newUlid() }, {}),
      ).toMatchObject({ body: { result: { added: 1, skipped: 1 } } });
    } finally {
      await other.close();
    }
    expect((await undo()).slice(-served.length)).toEqual(served);
  });

  test('that is killed at any point goes on where it was, and loses nothing', async () => {
    write(second, first);
    await take(world.platform);
    const all = (await under())[firstId] as number;
    let far = NOTHING_RESEALED;
    let attempts = 0;
    for (let killed = true; killed; ) {
      attempts += 1;
      let left = attempts;
      killed = await reseal(far, (next) => {
        far = next;
        left -= 1;
        if (left === 0) throw new Error('killed');
      }).then(
        () => false,
        (error: Error) => {
          if (error.message !== 'killed') throw error;
          return true;
        },
      );
      expect(await opened(world.platform)).toEqual({ apiSecret: SECRET });
      expect(Object.values(await under()).reduce((sum, count) => sum + count, 0)).toBe(all);
    }
    expect(attempts).toBeGreaterThan(3);
    expect(await under()).toEqual({ [secondId]: all });
  });

  test('leaves what is written meanwhile as it was written', async () => {
    write(second, first);
    await take(world.platform);
    const column = sealedColumns.find(({ table }) => table === 'extension_secret') as SealedColumn;
    const [value] = (await column.page(world.database.reader(world.storeId), {
      storeId: world.storeId,
      keyId: secondId,
      after: undefined,
      max: 10,
    })) as [{ place: string; sealed: Buffer; context: string }];
    await secret('ondan sonra');
    const stale = { place: value.place, was: value.sealed, sealed: Buffer.from('x') };
    expect(await column.put(world.database.writer(world.storeId), world.storeId, [stale])).toBe(0);
    expect(await opened(world.platform)).toEqual({ apiSecret: 'ondan sonra' });
  });

  test('leaves what does not open, says so, and goes on with the rest', async () => {
    await world.sql(`UPDATE digital_code SET sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20))
      WHERE id = (SELECT min(id) FROM digital_code)`);
    write(second, first);
    await take(world.platform);
    expect(await reseal()).toMatchObject({ left: 1, inUse: expect.arrayContaining([firstId, secondId]) });
    expect((await under())[firstId]).toBe(1);
    expect((await knownKeys(world.database.system)).find(({ id }) => id === firstId)?.unusedAt).toBeNull();
  });

  test('is turned back by no process that has not heard of it', async () => {
    const other = await another(first, second);
    try {
      write(second, first);
      await take(world.platform);
      await expect(resealAll(other, NOTHING_RESEALED, () => {})).rejects.toThrow(`key ${secondId} seals by now`);
    } finally {
      await other.close();
    }
  });

  test('no process starts without a key that something is sealed under', async () => {
    await expect(another(second)).rejects.toThrow(`it lacks ${firstId}`);
    expect((await knownKeys(world.database.system)).map(({ id }) => id)).toEqual([firstId]);
  });

  test('a process opens what another one has sealed with a key that it has not heard of', async () => {
    const other = await another(second, first);
    try {
      write(first, second);
      const call = { extension: 'trendyol', key: 'apiSecret', value: 'yeni' };
      const envelope = { command: 'secret.set', storeId: world.storeId, payload: call, idempotencyKey: newUlid() };
      expect(await other.dispatcher.command(world.owner, envelope, {})).toMatchObject({ status: 200 });
      expect(await opened(world.platform)).toEqual({ apiSecret: 'yeni' });
    } finally {
      await other.close();
    }
  });

  test('a file that is damaged changes nothing', async () => {
    writeFileSync(file, 'x');
    expect(await take(world.platform)).toMatchObject([
      { message: expect.stringContaining('must hold keys of 32 bytes') },
    ]);
    await secret('yine');
    expect(await opened(world.platform)).toEqual({ apiSecret: 'yine' });
  });

  test('runs as a workflow', async () => {
    write(second, first);
    await take(world.platform);
    const worker = await startTestWorker(world);
    try {
      const handle = await world.platform.temporal.workflow.start('keyResealing', {
        workflowId: `keys/${world.storeId}`,
        taskQueue: world.config.taskQueue,
        args: [],
      });
      expect(await handle.result()).toMatchObject({ left: 0, inUse: [secondId] });
    } finally {
      await worker.stop();
    }
    expect(Object.keys(await under())).toEqual([secondId]);
  });

  test('a database that is older than digest keys goes on with those that followed from its key', async () => {
    const { digests } = world.platform.services;
    await world.sql('DELETE FROM digest_keys');
    const other = await another(second, first);
    try {
      const now = other.services.digests;
      expect(now.fingerprint('x', 'y').equals(digests.fingerprint('x', 'y'))).toBe(false);
      const again = await another(second, first);
      expect(again.services.digests.text()).toBe(now.text());
      await again.close();
    } finally {
      await other.close();
    }
  });
});
