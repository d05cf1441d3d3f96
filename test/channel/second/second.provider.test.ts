import './installed';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settingRows } from '../../../src/config';
import { channelOf } from '../../../src/extension/provider/providers';
import { exampleImage } from '../../../src/media/image/example';
import type { ChannelAdapter, RemotePage } from '../../../src/provider/port';
import type { Simulator } from '../../../src/simulator/kit/server';
import { openSite, type Site } from '../../surfaces/site';
import { eventually } from '../../world/eventually';
import { slowTest } from '../../world/slow-test';
import { startTestWorker } from '../../world/worker';
import type { World } from '../../world/world';
import { startBazaar } from './simulator';

const GOODS = 230;
const extension = 'bazaar';
const params = { ext: extension };
const stays = new AbortController().signal;

describe('a second marketplace, of which the product knows one module', () => {
  let bazaar: Simulator<never>;
  let site: Site;
  let world: World;
  beforeAll(async () => {
    bazaar = await startBazaar(GOODS);
    site = await openSite({ environment: { TEZGAH_BAZAAR_URL: bazaar.url } });
    ({ world } = site);
    await world.done('extension.install', { extension }, { as: world.owner });
  });
  afterAll(async () => {
    await site.close();
    await bazaar.close();
  });

  const owner = () => ({ as: world.owner });

  test('has its settings among those of the product, and its manifest among the extensions', async () => {
    expect(settingRows).toContainEqual(expect.objectContaining({ name: 'TEZGAH_BAZAAR_URL' }));
    const { items } = await world.read('extensions.list');
    // Behind those of the product.
    expect(items[0].key).toBe('trendyol');
    expect(items.at(-1)).toMatchObject({
      key: extension,
      name: 'Bazaar',
      secrets: [{ key: 'passphrase', isSet: false }],
    });
  });

  test('is set up by what its manifest declares, and says what it misses', async () => {
    const wrong = await world.run('extension.configure', { extension, config: { sellerId: '1' } }, owner());
    expect(wrong.body).toMatchObject({ code: 'config_invalid' });
    await world.done('extension.configure', { extension, config: { stall: 'orta' } }, owner());
    const missing = await world.run('extension.enable', { extension }, owner());
    expect(missing.body).toMatchObject({ code: 'extension_not_ready', blockedBy: ['missing_secret:passphrase'] });
    await world.done('secret.set', { extension, key: 'passphrase', value: 'wrong' }, owner());
    await world.done('extension.enable', { extension }, owner());
  });

  test('is tested with its own credentials, and its own words for what is wrong with them', async () => {
    const verdict = async () => (await world.read('channel.connect.test', { params })).verdict;
    expect(await verdict()).toBe('credentials_refused');
    await world.done('secret.set', { extension, key: 'passphrase', value: 'open sesame' }, owner());
    expect(await verdict()).toBe('connected');
  });

  test('is asked for what it offers alone: anything else says so on every door, and is asked of nobody', async () => {
    const { ops } = await world.read('extensions.ops.get', { params });
    const blocked = ops.flatMap(({ op, blockedBy }: { op: string; blockedBy: string[] }) =>
      blockedBy.length > 0 ? [[op, blockedBy]] : [],
    );
    expect(blocked.toSorted()).toEqual([
      ['channel.brand.create', ['not_offered']],
      ['channel.buybox.get', ['not_offered']],
      ['channel.catalog.push', ['not_offered']],
      ['channel.claims.act', ['not_offered']],
      ['channel.claims.list', ['not_offered']],
      ['channel.listing.archive', ['not_offered']],
      ['channel.listing.delete', ['not_offered']],
      ['channel.packages.labels', ['not_offered']],
      ['channel.questions.answer', ['not_offered']],
      ['channel.questions.list', ['not_offered']],
      ['channel.remote.attributeValues', ['not_offered']],
      ['channel.remote.attributes', ['not_offered']],
      ['channel.remote.brands', ['not_offered']],
      ['channel.remote.categories', ['not_offered']],
      ['channel.unlock', ['not_offered']],
      ['channel.webhook.register', ['not_offered']],
    ]);
    const { token } = await site.mint('developer');
    const before = bazaar.stats();
    const brands = await site.call('GET', '/v1/channel/bazaar/remote/brands?name=Cam', { token });
    const refusal = { code: 'not_offered', detail: expect.stringContaining('Bazaar does not offer ') };
    expect([brands.status, brands.body]).toEqual([422, expect.objectContaining(refusal)]);
    const { token: agent } = await site.mint('agent', ['catalog:write', 'proposals:write']);
    const form = new FormData();
    form.append('name', 'Cam');
    form.append('logos', new Blob([exampleImage()]), 'logo.png');
    for (const caller of [token, agent])
      for (const headers of [{}, { 'Dry-Run': 'true' }]) {
        const asked = { token: caller, headers, body: form };
        const made = await site.call('POST', '/v1/channel/bazaar/remote/brands', asked);
        expect([made.status, made.body]).toEqual([422, expect.objectContaining(refusal)]);
      }
    expect(await site.rows('SELECT id FROM proposal')).toEqual([]);
    expect(await site.rows('SELECT id FROM channel_job')).toEqual([]);
    expect(bazaar.stats()).toEqual(before);
  });

  test('whose adapter lacks what it declares, as one of another release may, ends what is asked of it as not offered', async () => {
    const older = jest.spyOn(channelOf(extension), 'connect').mockReturnValue({ test: async () => {} });
    const worker = await startTestWorker(world);
    try {
      const { id } = await world.read('channel.catalog.pull', { params, body: {} });
      const look = () => world.read('channel.jobs.get', { params: { ...params, cjb: id } });
      await eventually(async () => (await look()).finishedAt !== null, 120_000, 100);
      expect(await look()).toMatchObject({
        state: 'failed',
        error: { code: 'not_offered', message: 'Bazaar does not offer reading the products of a seller.' },
      });
    } finally {
      await worker.stop();
      older.mockRestore();
    }
  });

  test('is imported, page by page, by the same job', async () => {
    const worker = await startTestWorker(world);
    try {
      const { id } = await world.read('channel.catalog.pull', { params, body: {} });
      const look = () => world.read('channel.jobs.get', { params: { ...params, cjb: id } });
      await eventually(async () => (await look()).finishedAt !== null, 120_000, 100);
      expect(await look()).toMatchObject({
        extension,
        state: 'succeeded',
        progress: { total: GOODS, created: GOODS, failed: 0 },
      });
    } finally {
      await worker.stop();
    }
    const { items } = await world.read('channel.listings.list', { params, query: { limit: 1 } });
    const [{ productId }] = items;
    const product = await world.read('catalog.products.get', { params: { prd: productId } });
    expect(product.price % 100).toBe(50);
    expect(bazaar.stats()).toMatchObject({ endpoints: { 'GET /{stall}/goods': expect.anything() } });
  });

  test('that does not answer is unreachable, and what is asked of it waits', async () => {
    await bazaar.close();
    expect((await world.read('channel.connect.test', { params })).verdict).toBe('unreachable');
    await waitsOutAnOutage();
  });

  test('whose adapter forgot what a network does is unreachable all the same, and its faults stay faults', async () => {
    const away: Pick<ChannelAdapter, 'test' | 'products'> = {
      test: async (signal) => void (await fetch(bazaar.url, { signal })),
      products: async (_cursor, _size, signal) => (await (await fetch(bazaar.url, { signal })).json()) as RemotePage,
    };
    const forgetful = jest.spyOn(channelOf(extension), 'connect').mockReturnValue(away);
    try {
      expect((await world.read('channel.connect.test', { params })).verdict).toBe('unreachable');
      await waitsOutAnOutage();
      const faulty = { ...away, test: async () => (undefined as never as ChannelAdapter).test(stays) };
      forgetful.mockReturnValue(faulty);
      const broken = world.read('channel.connect.test', { params });
      await expect(broken).rejects.toThrow("Cannot read properties of undefined (reading 'test')");
    } finally {
      forgetful.mockRestore();
    }
  });

  slowTest(
    'whose adapter waits for ever with a client of its own is unreachable before its caller gives up',
    async () => {
      const silent = createServer(() => {});
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const forgetful = jest.spyOn(channelOf(extension), 'connect').mockReturnValue({
        test: async () => void (await fetch(url)),
        products: async () => (await fetch(url)).json() as Promise<RemotePage>,
      });
      try {
        expect(await world.read('channel.connect.test', { params })).toMatchObject({
          verdict: 'unreachable',
          detail: 'Bazaar did not answer: no answer came within 11 s.',
        });
      } finally {
        forgetful.mockRestore();
        silent.closeAllConnections();
        await new Promise((resolve) => silent.close(resolve));
      }
    },
  );

  async function waitsOutAnOutage(): Promise<void> {
    const worker = await startTestWorker(world);
    try {
      const { id } = await world.read('channel.catalog.pull', { params, body: {} });
      const at = { params: { ...params, cjb: id } };
      const look = () => world.read('channel.jobs.get', at);
      await eventually(async () => (await look()).waitingFor?.startsWith('Bazaar did not answer: '), 120_000, 100);
      expect(await look()).toMatchObject({ state: 'running', error: null });
      await world.read('channel.jobs.cancel', at);
    } finally {
      await worker.stop();
    }
  }
});
