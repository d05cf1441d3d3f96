import { Client } from 'pg';
import type { Principal } from '../../src/kernel/declaration/principal';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { tablesWith } from '../world/everything';
import { said } from '../world/story';
import { connectedMarketplace, type Marketplace } from './marketplace';

const params = { ext: 'trendyol' };

describe('channel.connect.test', () => {
  let shop: Marketplace;
  beforeAll(async () => {
    shop = await connectedMarketplace({ products: 5 });
  });
  afterEach(async () => {
    shop.simulator.faults.clear();
    // A marketplace that throttles is left alone for a while.
    await shop.world.sql('DELETE FROM channel_budget_pause');
  });
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

  test('other values are probed beside those that are kept, which stay', async () => {
    const { world } = shop;
    const probeWith = (body: object, as = world.owner) => world.read('channel.connect.test', { params, body, as });
    const config = { sellerId: '424242' };
    expect(await probeWith({ secrets: { apiSecret: 'aday-gizli' } })).toMatchObject({ verdict: 'credentials_refused' });
    expect(await probeWith({ config: { sellerId: '1' } })).toMatchObject({ verdict: 'identity_refused' });
    expect(await probe()).toMatchObject({ ok: true });
    await setSecret('apiSecret', 'yanlis-gizli');
    expect(await probeWith({ config, secrets: { apiSecret: 'demo-secret' } })).toMatchObject({ ok: true });
    expect(await probe()).toMatchObject({ verdict: 'credentials_refused' });
    await setSecret('apiSecret', 'demo-secret');
    const wrong = probeWith({ config: { sellerId: 'abc' } });
    await expect(wrong).rejects.toMatchObject({ code: 'config_invalid' });
    // A name that nobody declares may be a credential in the wrong place.
    const misplaced = { sellerId: '424242', 'gizli-anahtar-9f8e': 'y' };
    const refused = await probeWith({ config: misplaced }).catch((error) => error);
    expect(refused).toMatchObject({ code: 'config_invalid' });
    expect(JSON.stringify([refused.message, refused.detail, refused.options])).not.toContain('9f8e');
    expect(await said(probeWith({ secrets: { password: 'aday-gizli' } }))).toBe('400 invalid_request');
    const superuser = new Client({ connectionString: world.superuserUrl });
    await superuser.connect();
    const rows = async (sql: string) => (await superuser.query(sql)).rows;
    expect(await tablesWith({ rows: rows as never }, 'aday-gizli').finally(() => superuser.end())).toEqual([]);
  });

  test('who may not set credentials cannot try them out', async () => {
    const { world } = shop;
    const tries = (as: Principal, body: object) => said(world.read('channel.connect.test', { params, body, as }));
    const reader = { ...world.developer, scopes: new Set<Scope>(['catalog:read']) };
    const keeper = { ...world.developer, scopes: new Set<Scope>(['catalog:read', 'secrets:write']) };
    const secrets = { apiKey: 'demo-key' };
    expect(await tries(world.agent, { secrets })).toBe('403 forbidden_scope');
    expect(await tries(reader, { secrets })).toBe('403 forbidden_scope');
    expect(await tries(reader, { config: { sellerId: '424242' } })).toBe('403 forbidden_scope');
    expect(await tries(keeper, { config: { sellerId: '424242' } })).toBe('403 forbidden_scope');
    expect(await world.read('channel.connect.test', { params, body: { secrets }, as: keeper })).toMatchObject({
      ok: true,
    });
  });

  test('what is tried out asks within the budget of what is kept', async () => {
    const { world } = shop;
    await configure({ sellerId: '424242', requestsPer10Seconds: 1 });
    const body = { config: { sellerId: '424242', requestsPer10Seconds: 0 } };
    const verdicts: string[] = [];
    for (let asked = 0; asked < 3; asked += 1)
      verdicts.push((await world.read('channel.connect.test', { params, body, as: world.owner })).verdict);
    expect(verdicts.filter((verdict) => verdict === 'connected').length).toBeLessThanOrEqual(1);
    expect(verdicts).toContain('throttled');
    await configure({ sellerId: '424242', requestsPer10Seconds: 0 });
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
    const elsewhere = world.read('channel.connect.test', { params: { ext: 'n11' } });
    expect(await said(elsewhere)).toBe('404 not_found');
    const asked = world.read('channel.connect.test', { params, body: { apiKey: 'another' } });
    expect(await said(asked)).toBe('400 invalid_request');
  });
});
