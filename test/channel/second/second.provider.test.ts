import './installed';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { settingRows } from '../../../src/config';
import type { ChannelAdapter, RemotePage } from '../../../src/provider/port';
import { channelOf } from '../../../src/provider/providers';
import type { Simulator } from '../../../src/simulator/kit/server';
import { eventually } from '../../world/eventually';
import { startTestWorker } from '../../world/worker';
import { createWorld, type World } from '../../world/world';
import { startBazaar } from './simulator';

const GOODS = 230;
const extension = 'bazaar';
const params = { ext: extension };
const stays = new AbortController().signal;

describe('a second marketplace, of which the product knows one module', () => {
  let bazaar: Simulator<never>;
  let world: World;
  beforeAll(async () => {
    bazaar = await startBazaar(GOODS);
    world = await createWorld({ environment: { TEZGAH_BAZAAR_URL: bazaar.url } });
    await world.done('extension.install', { extension }, { as: world.owner });
  });
  afterAll(async () => {
    await world.close();
    await bazaar.close();
  });

  const owner = () => ({ as: world.owner });

  test('has its settings among those of the product, and its manifest among the extensions', async () => {
    expect(settingRows).toContainEqual(expect.objectContaining({ name: 'TEZGAH_BAZAAR_URL' }));
    const { items } = await world.read('extensions.list');
    expect(items.map(({ key }: { key: string }) => key)).toEqual(['trendyol', extension]);
    expect(items[1]).toMatchObject({ name: 'Bazaar', secrets: [{ key: 'passphrase', isSet: false }] });
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
    const away: ChannelAdapter = {
      test: async (signal) => void (await fetch(bazaar.url, { signal })),
      products: async (_cursor, _size, signal) => (await (await fetch(bazaar.url, { signal })).json()) as RemotePage,
      brands: async () => [],
      createBrand: async () => '',
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

  test('whose adapter waits for ever with a client of its own is unreachable before its caller gives up', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const forgetful = jest.spyOn(channelOf(extension), 'connect').mockReturnValue({
      test: async () => void (await fetch(url)),
      products: async () => (await fetch(url)).json() as Promise<RemotePage>,
      brands: async () => [],
      createBrand: async () => '',
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
  });

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
