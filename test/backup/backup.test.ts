// tier: all
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Manifest } from '../../src/backup/manifest';
import { exampleImage } from '../../src/media/image/example';
import { startTrendyolSimulator, type TrendyolSimulator } from '../../src/simulator/trendyol/server';
import { Tezgah } from '../cli/tezgah';
import { dataFolder, start } from '../supervisor/started';
import { temporaryFolder } from '../supervisor/support';
import { eventually } from '../world/eventually';
import { Shop } from './shop';

jest.setTimeout(900_000);

const PRODUCTS = 1500;
const ASK = 'POST /product/sellers/{sellerId}/brands';
/** Was asked for when the backup was taken, and nobody knew yet what came of it. */
const ASKED = 'Kayıp Cevap';
/** Was asked for after it. */
const LATER = 'Sonra Sorulan';

const patient = 300_000;
let simulator: TrendyolSimulator;
let original: string;
let backup: string;
const tezgah = new Tezgah();
const at = (folder: string, environment: Record<string, string> = {}) =>
  tezgah.with({ TEZGAH_DATA: folder, ...environment });

beforeAll(async () => {
  simulator = await startTrendyolSimulator({ requestsPer10s: 0, products: PRODUCTS, latencyMs: 300 });
  original = dataFolder();
  backup = path.join(temporaryFolder(), 'backup');
});
afterAll(async () => {
  tezgah.remove();
  await simulator.close();
});

const launched = async (folder: string) => {
  const product = start(folder, {
    TEZGAH_TRENDYOL_URL: simulator.url,
    TEZGAH_THROTTLE_PER_MINUTE: '1000000',
    TEZGAH_ANONYMOUS_PER_MINUTE: '1000000',
  });
  return { product, shop: new Shop(await product.ready()) };
};

async function made(name: string): Promise<number> {
  const brands = (await (await fetch(new URL('/__simulator/brands', simulator.url))).json()) as { name: string }[];
  return brands.filter((brand) => brand.name === name).length;
}

/** What holds of a shop at any moment, and so of each backup. */
async function expectWhole(shop: Shop): Promise<void> {
  const [found] = await shop.sql(`
    WITH item AS (
      SELECT store_id, id AS product_id, NULL AS variant_id, stock FROM catalog_product WHERE variant_count = 0
      UNION ALL SELECT store_id, product_id, id, stock FROM catalog_variant),
    summed AS (
      SELECT i.stock, coalesce(sum(m.delta), 0) AS sum FROM item i LEFT JOIN stock_movement m
        ON m.store_id = i.store_id AND m.product_id = i.product_id AND m.variant_id IS NOT DISTINCT FROM i.variant_id
      GROUP BY i.store_id, i.product_id, i.variant_id, i.stock)
    SELECT (SELECT count(*)::int FROM summed WHERE coalesce(stock, 0) <> sum) AS stocks,
      (SELECT count(*)::int FROM command_outcome o
        FULL JOIN (SELECT * FROM audit_row WHERE key IS NOT NULL) a ON a.store_id = o.store_id AND a.id = o.audit_id AND a.key = o.key
        WHERE o.key IS NULL OR a.id IS NULL) AS untraced`);
  expect(found).toEqual({ stocks: 0, untraced: 0 });
}

test('taken while everything is under way, and restored: nothing is doubled at the marketplace, and all work reaches an end', async () => {
  const { product, shop } = await launched(original);
  const prices = await shop.get('/v1/catalog/products?limit=2');
  const [priced, counted] = prices.items;

  // A proposal that will ask for a brand in its middle.
  const { proposalId } = await shop.command(
    'catalog.price.set',
    { targetId: priced.id, price: priced.price + 100 },
    'agent',
  );
  await shop.brand(LATER, exampleImage(), 'agent');
  await shop.command('catalog.product.create', { title: 'Son adım', price: 100 }, 'agent');
  await shop.command('proposal.submit', { proposalId }, 'agent');

  // An import that is in its middle, a brand that is made and whose answer is lost, and a marketplace that then falls silent.
  const imported = (await shop.pull()).id;
  await eventually(async () => (await shop.job(imported)).progress.done > 0, patient, 50);
  simulator.faults.set({ silence: { rate: 1 }, endpoint: ASK });
  const asked = (await shop.brand(ASKED, exampleImage(), 'developer')).id;
  await eventually(() => made(ASKED), patient, 20);
  simulator.faults.set({ serverError: { rate: 1, status: 503 } });
  const { hash } = await shop.proposal(proposalId);
  await shop.decide('proposal.approve', { proposalId, hash });
  const started = () => shop.sql(`SELECT id FROM channel_job WHERE kind = 'brand.create' AND id <> '${asked}'`);
  await eventually(async () => (await started()).length === 1, patient, 100);
  const [{ id: later }] = (await started()) as [{ id: string }];

  // Somebody sells meanwhile.
  let sold = 0;
  let selling = true;
  const sales = (async () => {
    while (selling) {
      await shop.command('catalog.stock.adjust', { targetId: counted.id, delta: 1 });
      sold += 1;
    }
  })();
  await eventually(() => sold > 3);
  const before = sold;
  const taken = await at(original).run(['backup', backup]);
  const after = sold;
  selling = false;
  await sales;
  expect([taken.code, taken.stderr]).toEqual([0, expect.stringContaining('Tezgâh runs and goes on meanwhile')]);
  expect(taken.stdout).toMatch(/backup: [\d]+ files, [\d.]+ MiB, of \S+, in [\d.]+ s\./);
  expect(taken.stderr).toContain('It holds the secret key');
  const states = await Promise.all([imported, asked, later].map(async (id) => (await shop.job(id)).finishedAt));
  expect([states, (await shop.proposal(proposalId)).state]).toEqual([[null, null, null], 'applying']);
  expect((await shop.job(imported)).progress.done).toBeLessThan(PRODUCTS);

  // Life goes on: everything comes to its end.
  await shop.command('catalog.product.create', { title: 'Sonradan', price: 100 });
  simulator.faults.clear();
  await eventually(async () => (await shop.proposal(proposalId)).state === 'applied', patient, 500);
  for (const id of [imported, asked, later])
    await eventually(async () => (await shop.job(id)).state === 'succeeded', patient, 500);
  product.child.kill('SIGTERM');
  expect(await product.exited).toEqual({ code: 0, signal: null });

  // And back.
  const folder = path.join(dataFolder(), 'restored');
  const restored = await at(folder).run(['restore', backup]);
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('docs/operations/backup.md')]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(existsSync(path.join(folder, 'temporal'))).toBe(false);
  const second = await launched(folder);
  const again = second.shop;
  await expectWhole(again);
  expect((await again.get('/v1/catalog/products?text=Sonradan')).items).toEqual([]);
  const { stock } = await again.get(`/v1/catalog/products/${counted.id}`);
  expect(stock).toBeGreaterThanOrEqual(counted.stock + before);
  expect(stock).toBeLessThanOrEqual(counted.stock + after + 1);

  await eventually(async () => (await again.job(imported)).finishedAt, patient, 500);
  expect(await again.job(imported)).toMatchObject({ state: 'succeeded', progress: { done: PRODUCTS, failed: 0 } });
  await eventually(async () => (await again.job(asked)).finishedAt, patient, 500);
  expect((await again.job(asked)).state).toBe('succeeded');
  // Of the brand that was asked for later this shop knows nothing: it is there, so it is not made again, and the owner decides.
  await eventually(async () => (await again.proposal(proposalId)).state === 'paused', patient, 500);
  const paused = await again.proposal(proposalId);
  expect(JSON.stringify(paused)).toContain('brand_taken');
  const stopped = paused.list.find(({ seq }: { seq: number }) => seq === 2);
  await again.decide('proposal.item.skip', { proposalId, itemId: stopped.id });
  await again.resume(proposalId);
  await eventually(async () => (await again.proposal(proposalId)).state === 'applied', patient, 500);
  expect((await again.get('/v1/catalog/products?text=Son%20adım')).items).toHaveLength(1);
  expect(await again.get(`/v1/catalog/products/${priced.id}`)).toMatchObject({ price: priced.price + 100 });
  expect([await made(ASKED), await made(LATER)]).toEqual([1, 1]);
  const [barcodes] = await again.sql(`
    SELECT count(*)::int AS all, count(DISTINCT barcode)::int AS different FROM catalog_variant
    WHERE store_id = '${again.storeId}' AND barcode IS NOT NULL`);
  expect(barcodes?.all).toBe(barcodes?.different);
  const created = await again.sql(`
    SELECT 1 FROM audit_row WHERE command = 'catalog.product.create' AND outcome = 'done' AND cause ->> 'jobId' = '${imported}'
    GROUP BY entity_id HAVING count(*) > 1`);
  expect(created).toEqual([]);
  await expectWhole(again);
  second.product.child.kill('SIGTERM');
  expect(await second.product.exited).toEqual({ code: 0, signal: null });
});

describe('refused in one sentence, and nothing is left', () => {
  const KEY = () => readFileSync(path.join(original, 'secret.key'), 'utf8').trim();
  const read = (): Manifest => JSON.parse(readFileSync(path.join(backup, 'manifest.json'), 'utf8'));

  async function refused(environment: Record<string, string> = {}): Promise<string> {
    const parent = temporaryFolder();
    const { code, stderr } = await at(path.join(parent, 'data'), environment).run(['restore', backup]);
    expect([code, readdirSync(parent)]).toEqual([1, []]);
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^[A-Z].*\.$/);
    return stderr;
  }

  test('what is not empty is not written to', async () => {
    expect((await at(original).run(['backup', backup])).stderr).toMatch(/backup is not empty: name a folder/);
    expect((await at(original).run(['restore', backup])).stderr).toMatch(/is not empty: name a folder/);
    const nowhere = await at(path.join(temporaryFolder(), 'none')).run(['backup', `${backup}2`]);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining('is no data folder of Tezgâh')]);
  });

  test('a newer schema, one of before the first release, another Postgres, another machine, a newer form', async () => {
    const manifest = read();
    const saying = async (change: object): Promise<string> => {
      writeFileSync(path.join(backup, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
      return refused();
    };
    const { postgres } = manifest;
    expect(await saying({ schema: 'Tomorrow1999999999999', product: '9.0.0' })).toContain(
      'newer schema (Tomorrow1999999999999, of Tezgâh 9.0.0)',
    );
    expect(await saying({ schema: 'SandboxHosts1763877310540' })).toContain(
      'schema of before release 0.1.0 (SandboxHosts1763877310540): restore it with the version that took it',
    );
    expect(await saying({ postgres: { ...postgres, major: '12' } })).toMatch(
      /is of Postgres 12 and this version brings Postgres \d+/,
    );
    expect(await saying({ postgres: { ...postgres, platform: 'sunos-sparc' } })).toContain('was taken on sunos-sparc');
    expect(await saying({ format: 99 })).toContain('was made by a newer Tezgâh');
    expect(await saying({ files: [{ path: '../outside', bytes: 1, sha256: 'a'.repeat(64) }] })).toContain(
      'damaged manifest.json',
    );
    writeFileSync(path.join(backup, 'manifest.json'), JSON.stringify(manifest).slice(0, -9));
    expect(await refused()).toContain('damaged manifest.json');
    rmSync(path.join(backup, 'manifest.json'));
    expect(await refused()).toContain('has no manifest.json');
    writeFileSync(path.join(backup, 'manifest.json'), JSON.stringify(manifest));
  });

  test('a file of which a byte is another, and one that is gone', async () => {
    const file = path.join(backup, 'postgres/cluster/PG_VERSION');
    const kept = readFileSync(file);
    writeFileSync(file, Buffer.from([...kept].map((byte) => byte ^ 1)));
    expect(await refused()).toContain('is damaged: postgres/cluster/PG_VERSION');
    rmSync(file);
    expect(await refused()).toContain('lacks postgres/cluster/PG_VERSION');
    writeFileSync(file, kept);
  });

  test('another key, and none of a backup without one; of a stopped product one is taken as well', async () => {
    expect(await refused({ TEZGAH_SECRET_KEY: Buffer.alloc(32).toString('base64') })).toContain(
      'is not the key of this backup',
    );
    const key = KEY();
    rmSync(backup, { recursive: true });
    const taken = await at(original, { TEZGAH_DURABLE: '0' }).run(['backup', backup, '--without-key', '--json']);
    expect([taken.code, taken.stderr]).toEqual([0, expect.stringContaining('Tezgâh is stopped')]);
    expect(taken.json).toMatchObject({ folder: backup, keyIncluded: false, schema: read().schema });
    expect(existsSync(path.join(backup, 'secret.key'))).toBe(false);
    expect(await refused()).toContain('without its secret key');
    const folder = path.join(temporaryFolder(), 'data');
    expect((await at(folder, { TEZGAH_SECRET_KEY: key }).run(['restore', backup])).code).toBe(0);
    expect(readFileSync(path.join(folder, 'secret.key'), 'utf8')).toBe(key);
  });

  test('everything of a data folder is kept, or of the run that made it', () => {
    const ofTheRun = ['lock.json', 'ports.json', 'preview.key', 'processes.json', 'run.json', 'temporal'];
    const kept = ['demo.json', 'objects', 'postgres', 'secret.key'];
    expect(readdirSync(original).filter((name) => ![...ofTheRun, ...kept].includes(name))).toEqual([]);
    expect(readdirSync(path.join(original, 'postgres')).toSorted()).toEqual([
      'cluster',
      'password',
      'postgres.log',
      'runtime-password',
      'storefront-password',
    ]);
    const objects = readdirSync(path.join(original, 'objects'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.name.startsWith('.'),
    );
    expect(read().files.filter((file) => file.path.startsWith('objects/'))).toHaveLength(objects.length);
  });

  test('with a Postgres of one’s own the rest is taken for who says so', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
    const own = at(folder, { DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' });
    const target = path.join(temporaryFolder(), 'rest');
    expect((await own.run(['backup', target])).stderr).toContain('pg_dump --format=custom');
    expect(existsSync(target)).toBe(false);
    const rest = await own.run(['backup', target, '--without-postgres', '--json']);
    expect([rest.code, rest.json]).toEqual([0, expect.objectContaining({ schema: null, files: 1 })]);
    const back = await at(path.join(temporaryFolder(), 'data')).run(['restore', target]);
    expect([back.code, back.stderr]).toEqual([0, expect.stringContaining('pg_restore')]);
  });
});
