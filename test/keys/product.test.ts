// tier: all
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Shop } from '../backup/shop';
import { Tezgah } from '../cli/tezgah';
import { dataFolder, start } from '../supervisor/started';
import { eventually } from '../world/eventually';

jest.setTimeout(300_000);

const tezgah = new Tezgah();
afterAll(() => tezgah.remove());

interface Listed {
  readonly id: string;
  readonly use: string;
  readonly values: Readonly<Record<string, number>>;
}

test('the key of a running product is rotated, its worker killed meanwhile, and the old one taken away', async () => {
  const folder = dataFolder();
  const nowhere = path.join(folder, 'nowhere');
  const lost = await tezgah.with({ TEZGAH_DATA: nowhere }).run(['keys', 'rotate']);
  expect([lost.code, existsSync(nowhere)]).toEqual([1, false]);
  expect(lost.stderr).toContain('has no secret.key');
  const keys = (...args: string[]) => tezgah.with({ TEZGAH_DATA: folder }).run(['keys', ...args, '--json']);
  const listed = async (): Promise<readonly Listed[]> => (await keys('list')).json.items;
  const inFile = () => readFileSync(path.join(folder, 'secret.key'), 'utf8').split('\n');

  const settings = { TEZGAH_THROTTLE_PER_MINUTE: '1000000', TEZGAH_ANONYMOUS_PER_MINUTE: '1000000' };
  let product = start(folder, settings);
  let run = await product.ready();
  let shop = new Shop(run);
  const setSecret = (value: string) => shop.decide('secret.set', { extension: 'trendyol', key: 'apiSecret', value });
  const [{ id: old, use, values }] = (await listed()) as [Listed];
  expect(use).toBe('seals');
  expect(values).toMatchObject({ extension_secret: expect.any(Number), digest_keys: 1 });
  const [oldKey] = inFile();
  expect((await keys('remove', old, '--yes')).stderr).toContain('is the key that seals');

  const refused: string[] = [];
  let set = 0;
  let on = true;
  const meanwhile = (async () => {
    for (; on; set += 1) await setSecret(`deger-${set}`).catch((error: Error) => refused.push(error.message));
  })();
  const rotated = (await keys('rotate')).json;
  expect(rotated).toMatchObject({ from: old, adopted: true });
  process.kill(run.pids.worker as number, 'SIGKILL');
  expect(inFile()).toEqual([expect.any(String), oldKey]);
  await eventually(
    async () => (await listed()).every(({ use, values }) => use === 'seals' || Object.keys(values).length === 0),
    120_000,
    500,
  );
  on = false;
  await meanwhile;
  expect([refused, set > 0]).toEqual([[], true]);

  expect((await keys('remove', old, '--yes')).stderr).toContain('a moment ago');
  await shop.sql("UPDATE sealing_key SET adopted_at = adopted_at - interval '2 minutes'");
  expect((await keys('remove', old, '--yes')).json).toEqual({ removed: old });
  expect(inFile()).toHaveLength(1);
  expect(inFile()).not.toContain(oldKey);

  product.child.kill('SIGTERM');
  await product.exited;
  product = start(folder);
  run = await product.ready();
  shop = new Shop(run);
  expect(await listed()).toMatchObject([{ id: rotated.to, use: 'seals' }]);
  await setSecret('sonra');
  product.child.kill('SIGTERM');
  await product.exited;
});
