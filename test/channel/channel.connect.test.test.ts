import { said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };

describe('channel.connect.test', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 5 });
  });
  afterEach(() => shop.simulator.faults.clear());
  afterAll(() => shop.close());

  const probe = (as = shop.world.developer) => shop.world.read('channel.connect.test', { params, as });
  const owner = () => ({ as: shop.world.owner });
  const setSecret = (key: string, value: string) =>
    shop.world.done('secret.set', { extension: 'trendyol', key, value }, owner());
  const configure = (config: object) =>
    shop.world.done('extension.configure', { extension: 'trendyol', config }, owner());

  test('a merchant who entered everything right is connected, and is told how long it took', async () => {
    expect(await probe()).toEqual({ ok: true, verdict: 'connected', detail: null, latencyMs: expect.any(Number) });
  });

  test('a wrong key and a wrong seller are told apart, and no answer repeats a secret', async () => {
    await setSecret('apiSecret', 'yanlis-gizli');
    const refused = await probe();
    expect(refused).toMatchObject({ ok: false, verdict: 'credentials_refused', detail: expect.any(String) });
    expect(JSON.stringify(refused)).not.toContain('yanlis-gizli');
    await setSecret('apiSecret', 'demo-secret');
    await configure({ sellerId: '1' });
    expect(await probe()).toMatchObject({ ok: false, verdict: 'identity_refused' });
    await configure({ sellerId: '424242', requestsPer10Seconds: 0 });
    expect(await probe()).toMatchObject({ ok: true });
  });

  test.each([
    ['serverError', { serverError: { rate: 1, status: 503 } }, 'not_allow_listed'],
    ['serverError', { serverError: { rate: 1, status: 500 } }, 'unreachable'],
    ['down', { down: true }, 'unreachable'],
    ['throttleStorm', { throttleStorm: { rate: 1 } }, 'throttled'],
    ['hostileRefusal', { hostileRefusal: { rate: 1 } }, 'refused'],
    ['malformedBody', { malformedBody: { rate: 1 } }, 'unreachable'],
    ['immensePage', { hostilePage: { rate: 1, kind: 'immensePage' } }, 'unreachable'],
  ] as const)('%s of the marketplace is the verdict of %j', async (_, faults, verdict) => {
    shop.simulator.faults.set(faults);
    expect(await probe()).toMatchObject({ ok: false, verdict, detail: expect.any(String) });
  });

  test('counts as a request of the store, and changes nothing of it', async () => {
    const { world } = shop;
    const requests = async () => (await world.read('channel.health.get', { params })).budget.requests;
    const before = await requests();
    await probe();
    expect(await requests()).toBe(before + 1);
  });

  test('before everything is entered it says what is missing', async () => {
    const { world } = shop;
    expect(await said(probe(world.other.developer))).toBe('422 extension_not_installed');
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.other.owner });
    await expect(probe(world.other.developer)).rejects.toMatchObject({
      code: 'extension_not_ready',
      options: {
        facts: { blockedBy: ['missing_secret:apiKey', 'missing_secret:apiSecret', 'invalid_config:/config/sellerId'] },
      },
    });
    const elsewhere = world.read('channel.connect.test', { params: { ext: 'hepsiburada' } });
    expect(await said(elsewhere)).toBe('404 not_found');
    const asked = world.read('channel.connect.test', { params, body: { apiKey: 'another' } });
    expect(await said(asked)).toBe('400 invalid_request');
  });
});
