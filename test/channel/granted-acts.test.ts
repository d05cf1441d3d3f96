import { PushWatch } from '../../src/channel/push/watch';
import { RoundClock } from '../../src/channel/round-clock';
import { channelSchedules } from '../../src/channel/schedules';
import { askRound } from '../../src/channel/sync/round';
import { nextRunOf } from '../../src/kernel/declaration/next-run';
import { startHepsiburadaSimulator } from '../../src/simulator/hepsiburada/server';
import { asInstalledEarlier } from '../extension/earlier';
import { account } from '../provider/hepsiburada';
import { eventually } from '../world/eventually';
import { replyOf, said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { EXT, type Listed, type ListingsThere, listingsThere } from './listings-there';

jest.setTimeout(300_000);

const SECRETS = ['apiKey', 'apiSecret'];
const IMPORTS = { scopes: [], personalData: [], actions: ['brands.create'], secrets: SECRETS };

const kindsAsked = async ({ database, storeId }: World): Promise<string[]> => {
  const rows = await database.reader(storeId).query<{ kind: string }>('SELECT kind FROM channel_job ORDER BY id');
  return rows.map(({ kind }) => kind);
};
const requests = async (world: World, ext: string): Promise<number> =>
  (await world.read('channel.health.get', { params: { ext } })).budget.requests;

describe('acts at a marketplace that no owner has let an extension do', () => {
  let shop: ListingsThere;
  let listed: Listed[];
  beforeAll(async () => {
    shop = await listingsThere({ works: false });
    // A store of before: it imports, and knows which of its products are there.
    await asInstalledEarlier(shop.world, { extension: EXT, version: '1.1.0', granted: IMPORTS });
    listed = [await shop.list(), await shop.list(undefined, { stock: 0 })];
    await shop.startWorker();
  });
  afterAll(() => shop.close());

  const upgrade = (more: object = {}, as = shop.world.owner) =>
    shop.world.run('extension.upgrade', { extension: EXT, ...more }, { as });
  const told = () => listed.map(({ barcode }) => shop.shown(barcode).stock.quantity);

  test('are not done by the clock, by changes or by a call, whatever a new release could do', async () => {
    const { world } = shop;
    const before = told();
    await world.done('catalog.stock.set', { targetId: (listed[0] as Listed).productId, stock: 7 });
    const onError = jest.fn();
    const [watch, clock] = [new PushWatch({ ...world, onError }), new RoundClock({ ...world, onError })];
    const at = Date.now();
    await watch.look();
    await clock.look(at);
    for (const { spec } of channelSchedules) await clock.look(nextRunOf(spec(world.storeId, EXT), at).getTime());
    expect(await kindsAsked(world)).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
    const asked = await shop.call('POST', '/sync', { task: 'stock' });
    expect([asked.status, asked.body]).toEqual([
      422,
      expect.objectContaining({
        code: 'consent_required',
        version: '1.2.0',
        growth: expect.objectContaining({
          scopes: [],
          actions: expect.arrayContaining(['offers.send', 'orders.read']),
        }),
      }),
    ]);
    const products = [(listed[0] as Listed).productId];
    const pushed = await shop.call('POST', '/catalog/push', { productIds: products });
    expect(pushed.body.code).toBe('consent_required');
    const as = world.owner;
    for (const id of ['channel.claims.list', 'channel.questions.list'])
      await expect(world.read(id, { as, params: { ext: EXT } })).rejects.toThrow('consent_required');
    expect(await said(world.run('extension.disable', { extension: EXT, disconnect: 'zero' }))).toBe(
      '422 consent_required',
    );
    expect([await requests(world, EXT), told()]).toEqual([0, before]);
  });

  test('are told as what is lacking, and nothing is said to come', async () => {
    const { world } = shop;
    const { ops } = await world.read('extensions.ops.get', { params: { ext: EXT } });
    const blockers = (op: string) => ops.find((each: { op: string }) => each.op === op).blockedBy;
    expect([blockers('channel.catalog.push'), blockers('channel.claims.list')]).toEqual([
      ['consent_required'],
      ['consent_required'],
    ]);
    expect([blockers('channel.catalog.pull'), blockers('channel.brand.create')]).toEqual([[], []]);
    const { nextRun } = await world.read('channel.health.get', { params: { ext: EXT } });
    expect(new Set(Object.values(nextRun))).toEqual(new Set([null]));
  });

  test('keep nobody from what was granted', async () => {
    const { id } = (await shop.call('POST', '/catalog/pull', { mode: 'preview' })).body;
    const job = await eventually(async () => {
      const { body } = await shop.call('GET', `/jobs/${id}`);
      return body.finishedAt === null ? undefined : body;
    }, 60_000);
    expect(job.state).toBe('succeeded');
    expect(await requests(shop.world, EXT)).toBeGreaterThan(0);
  });

  test('are done once an owner has consented, with all that was due meanwhile', async () => {
    const { world } = shop;
    expect((await replyOf(upgrade())).body.code).toBe('consent_required');
    expect(await said(upgrade({ consent: true }, world.developer))).toBe('422 consent_required');
    expect((await replyOf(upgrade({ consent: true }))).body.result).toMatchObject({
      version: '1.2.0',
      granted: { actions: expect.arrayContaining(['offers.send', 'orders.read', 'webhooks.register']) },
    });
    await shop.becomes(() => JSON.stringify(told()) === '[7,0]');
    expect(await kindsAsked(world)).toEqual(expect.arrayContaining(['orders.pull', 'offers.push']));
    const { nextRun } = await world.read('channel.health.get', { params: { ext: EXT } });
    expect([nextRun.stock, nextRun.orders]).toEqual([expect.any(String), expect.any(String)]);
  });
});

test('a job that was asked for while it was granted asks a second marketplace nothing any more', async () => {
  const extension = 'hepsiburada';
  const simulator = await startHepsiburadaSimulator({ products: 20 });
  const world = await createWorld({ environment: { TEZGAH_HEPSIBURADA_URL: `${simulator.url}/{service}` } });
  try {
    const owner = { as: world.owner };
    await world.done('extension.install', { extension }, owner);
    await world.done('secret.set', { extension, key: 'serviceKey', value: account.secrets.serviceKey }, owner);
    await world.done('extension.configure', { extension, config: account.config }, owner);
    await world.done('extension.enable', { extension }, owner);
    const round = () => askRound(world.bus, { storeId: world.storeId, extension, round: 'orders' });
    const cjb = await round();
    await world.sql(`UPDATE extension SET granted = jsonb_set(granted, '{actions}', '["offers.send"]')`);
    const worker = await startTestWorker(world);
    const job = await eventually(async () => {
      const found = await world.read('channel.jobs.get', { params: { ext: extension, cjb } });
      return found.finishedAt === null ? undefined : found;
    }, 60_000);
    expect(job).toMatchObject({ state: 'failed', error: { code: 'consent_required' } });
    expect([await round(), await requests(world, extension)]).toEqual(['off', 0]);
    await worker.stop();
  } finally {
    await world.close();
    await simulator.close();
  }
});
