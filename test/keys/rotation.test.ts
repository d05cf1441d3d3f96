import { randomBytes } from 'node:crypto';
import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { loadConfig } from '../../src/config';
import { sealingContext } from '../../src/extension/secret/context';
import { openSecrets } from '../../src/extension/secret/store';
import { newId, newUlid } from '../../src/kernel/ids';
import { createLog } from '../../src/kernel/log';
import { sealingKey } from '../../src/kernel/personal/key-ring';
import type { SealedColumn } from '../../src/kernel/personal/sealed-column';
import { FollowedKeys } from '../../src/keys/followed';
import { removeKey } from '../../src/keys/operating';
import { countAll, NOTHING_RESEALED, type ResealedSoFar, resealAll } from '../../src/keys/resealing';
import { sealedColumns } from '../../src/keys/sealed';
import { keysInFile, textOfKeys } from '../../src/keys/source';
import { adoptKey, knownKeys, retireKey } from '../../src/keys/store';
import { openPlatform, type Platform } from '../../src/platform';
import { openOutput, sealOutput } from '../../src/workspace/activity/kept-output';
import { claimKey, findKey, keepAnswer } from '../../src/workspace/activity/key-store';
import { pooledProduct } from '../catalog/code-pool';
import { temporaryFolder } from '../supervisor/support';
import { eventually } from '../world/eventually';
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

  /** The second key seals in the place of the first, under which nothing is left, and did so a while ago. */
  const rotate = async () => {
    write(second, first);
    await take(world.platform);
    expect(await reseal()).toMatchObject({ inUse: [secondId] });
    await world.sql("UPDATE sealing_key SET adopted_at = adopted_at - interval '2 minutes'");
  };
  const remove = (id: string) => removeKey({ config: world.config, databaseUrl: world.config.databaseUrl }, id);
  const setBy = (platform: Platform, value: string) =>
    platform.dispatcher.command(
      world.owner,
      {
        command: 'secret.set',
        storeId: world.storeId,
        payload: { extension: 'trendyol', key: 'apiSecret', value },
        idempotencyKey: newUlid(),
      },
      {},
    );
  const retired = async () =>
    (await knownKeys(world.database.system)).filter(({ retiredAt }) => retiredAt !== null).map(({ id }) => id);

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

  test('keeps the outputs of commands: a repeated call answers them when the old key is gone', async () => {
    const claim = { storeId: world.storeId, principalId: 'tok_01K00000000000000000000000', key: 'anahtar|a' };
    const cuts = { stdoutCut: null, stderrCut: null, droppedBytes: 0 };
    const said = { stdout: SECRET, stderr: '', encoding: 'utf8', ...cuts } as const;
    const kept = { activityId: newId('wac'), answer: '{}' };
    const books = world.database.writer(world.storeId);
    await claimKey(books, claim, { ...kept, digest: 'd', withinMs: 1_000 });
    await keepAnswer(books, claim, {
      ...kept,
      output: await sealOutput(world.platform.services.secretBox, claim, said),
    });
    await rotate();
    await remove(firstId);
    const other = await another(second);
    try {
      const { output } = (await findKey(books, claim)) ?? {};
      expect(await openOutput(other.services.secretBox, claim, output as Buffer)).toEqual(said);
    } finally {
      await other.close();
    }
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
      expect(await setBy(other, 'yeni')).toMatchObject({ status: 200 });
      expect(await opened(world.platform)).toEqual({ apiSecret: 'yeni' });
    } finally {
      await other.close();
    }
  });

  test('a process that still seals with a key that was taken away keeps nothing, and takes nothing for kept', async () => {
    const stale = await another(first, second);
    try {
      await rotate();
      await remove(firstId);
      expect(keysInFile(file)).toEqual([second]);
      await expect(setBy(stale, 'kayıp')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('Secrets cannot be kept just now'),
        cause: { message: expect.stringContaining(`the key ${firstId} was taken away`) },
      });
      const codes = { productId, codes: ['ZZZ-1'] };
      const add = { command: 'catalog.digital.codes.add', storeId: world.storeId, payload: codes };
      await expect(
        stale.dispatcher.command(world.developer, { ...add, idempotencyKey: newUlid() }, {}),
      ).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await stale.close();
    }
    const other = await another(second);
    try {
      expect(await opened(other)).toEqual({ apiSecret: SECRET });
      expect(Object.keys(await under())).toEqual([secondId]);
    } finally {
      await other.close();
    }
  });

  test('a key is not taken away under which something is just being sealed', async () => {
    const stale = await another(first, second);
    try {
      await rotate();
      const removed = await stale.database.transaction(world.storeId, async (tx) => {
        const context = sealingContext(world.storeId, { extension: 'trendyol', key: 'apiSecret' });
        const sealed = stale.services.secretBox.seal('tam şimdi', context);
        await tx.query('UPDATE extension_secret SET sealed = $2 WHERE store_id = $1', [world.storeId, sealed]);
        const removing = remove(firstId).then(
          () => 'removed',
          (error: Error) => error.message,
        );
        await eventually(async () => {
          const [waiting] = await tx.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted");
          return waiting !== undefined;
        });
        return { keep: true, value: { removing } };
      });
      expect(await removed.removing).toContain(`1 values are still sealed under ${firstId}`);
      expect(await opened(world.platform)).toEqual({ apiSecret: 'tam şimdi' });
      await expect(another(second)).rejects.toThrow(`it lacks ${firstId}`);
    } finally {
      await stale.close();
    }
  });

  test('a removal that breaks off before the file is written is in force, and is finished by another one', async () => {
    const stale = await another(first, second);
    await rotate();
    // Nothing can be written in its place.
    const draft = `${file}.${process.pid}.tmp`;
    mkdirSync(draft);
    await expect(remove(firstId)).rejects.toThrow('EISDIR');
    rmdirSync(draft);
    expect(keysInFile(file)).toEqual([second, first]);
    await expect(setBy(stale, 'kayıp')).rejects.toMatchObject({ code: 'unavailable' });
    await stale.close();
    const other = await another(second, first);
    await other.close();
    await remove(firstId);
    expect(keysInFile(file)).toEqual([second]);
  });

  test('a key is taken away by starting without it, where no file has it, unless something is sealed under it', async () => {
    const stale = await another(first, second);
    await rotate();
    await setBy(stale, 'geç kaldı');
    await expect(another(second)).rejects.toThrow(`it lacks ${firstId}`);
    expect(await retired()).toEqual([]);
    await reseal();
    await (await another(second)).close();
    expect(await retired()).toEqual([firstId]);
    await expect(setBy(stale, 'kayıp')).rejects.toMatchObject({ code: 'unavailable' });
    await stale.close();
    await expect(another(first, second)).rejects.toThrow(
      `The key ${firstId} was taken away, and seals nothing any more: the first key has to be the one with which the shop seals, ${secondId}`,
    );
    expect(await opened(world.platform)).toEqual({ apiSecret: 'geç kaldı' });
  });

  test('the key that seals is not taken away, whatever the file says', async () => {
    write(second, first);
    expect(await retireKey(world.database.maintenance, firstId)).toMatchObject({ seals: true });
    await world.sql("UPDATE sealing_key SET adopted_at = adopted_at - interval '2 minutes'");
    await expect(remove(firstId)).rejects.toThrow(`The shop still seals with ${firstId}`);
    await expect(remove(secondId)).rejects.toThrow('rotate it first');
    expect(await retired()).toEqual([]);
  });

  test('the database guards every column of sealed values, and counts all of them before a key goes', async () => {
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    const { rows } = await client.query<{ event: string }>(
      `SELECT event_object_table || ' ' || event_manipulation AS event FROM information_schema.triggers
       WHERE action_statement LIKE '%refuse_retired_key%'`,
    );
    await client.end();
    const tables = [...sealedColumns.map(({ table }) => table), 'digest_keys'];
    expect(rows.map(({ event }) => event).toSorted()).toEqual(
      tables.flatMap((table) => [`${table} INSERT`, `${table} UPDATE`]).toSorted(),
    );
    const { held } = (await retireKey(world.database.maintenance, firstId)) as { held: number };
    expect(held).toBe((await under())[firstId]);
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
