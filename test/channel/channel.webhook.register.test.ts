import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, startApi } from '../../src/api';
import { accountAt } from '../../src/extension/account';
import type { RunningWorker } from '../../src/worker';
import { eventually } from '../world/eventually';
import { said } from '../world/story';
import { startTestWorker } from '../world/worker';
import { createWorld } from '../world/world';
import { connectTrendyol } from './marketplace';
import { type OrdersThere, ordersThere } from './orders-there';

jest.setTimeout(300_000);

const REGISTER = 'channel.webhook.register';

describe('the webhook of a marketplace', () => {
  let shop: OrdersThere;
  let worker: RunningWorker;
  let api: Api;
  let door: Server;
  beforeEach(async () => {
    // The address of the product is known before it listens, as that of a proxy in front of it.
    door = createServer((from, to) => {
      const at = { host: '127.0.0.1', port: api.port, agent: false };
      const on = request({ ...at, path: from.url, method: from.method, headers: from.headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      from.pipe(on);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const { port } = door.address() as AddressInfo;
    shop = await ordersThere({ TEZGAH_PUBLIC_URL: `http://127.0.0.1:${port}` });
    const { platform, config } = shop.world;
    api = await startApi(platform, config, platform.log);
    worker = await startTestWorker(shop.world);
  });
  afterEach(async () => {
    await worker.stop();
    door.close();
    door.closeAllConnections();
    await api.stop();
    await shop.close();
  });

  const { stringify } = JSON;
  const register = async () => {
    const { id } = await shop.world.read(REGISTER, { as: shop.world.owner, params: { ext: 'trendyol' } });
    return shop.ended(id);
  };
  const there = async () => (await shop.control('GET', '/webhooks')).webhooks;
  const health = () => shop.world.read('channel.health.get', { params: { ext: 'trendyol' } });
  const look = () => eventually(async () => (await shop.orders()).length > 0, 60_000);
  const looks = async () =>
    (await shop.world.read('channel.jobs.list', { params: { ext: 'trendyol' } })).items.filter(
      ({ kind }: { kind: string }) => kind === 'orders.look',
    );
  const address = async (): Promise<string> => (await there())[0].url;
  const keys = async () => {
    const { database, platform, storeId } = shop.world;
    return (await accountAt(database.reader(storeId), platform.services.secretBox, storeId, 'trendyol')).secrets;
  };
  const post = async (key: string, packageId: number | string) =>
    (
      await fetch(await address(), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-api-key': key },
        body: stringify({ content: [{ shipmentPackageId: packageId }] }),
      })
    ).status;

  test('is registered once, with an address that does not name the marketplace, and renewed', async () => {
    expect((await health()).webhook.state).toBe('none');
    expect(await register()).toMatchObject({ state: 'succeeded', result: { webhookId: expect.any(String) } });
    expect(await there()).toMatchObject([{ status: 'ACTIVE', url: expect.not.stringContaining('trendyol') }]);
    const { webhookKey: first } = await keys();
    expect(await register()).toMatchObject({ state: 'succeeded' });
    expect(await there()).toHaveLength(1);
    const { webhookKey: second, webhookKeyBefore } = await keys();
    expect(second).not.toBe(first);
    expect(webhookKeyBefore).toBe(first);
    expect((await health()).webhook).toMatchObject({ state: 'active', provenAt: expect.any(String) });
    // Both are taken for an hour; then the old one is nobody's.
    expect([await post(second as string, 1), await post(first as string, 2), await post('wrong', 3)]).toEqual([
      200, 200, 401,
    ]);
    await shop.world.sql(`UPDATE channel_webhook SET proven_at = now() - interval '61 minutes'`);
    expect([await post(second as string, 4), await post(first as string, 5)]).toEqual([200, 401]);
  });

  test('brings an order as soon as it is placed, without a pull, and once however often it is told', async () => {
    await register();
    await shop.control('PUT', '/orders/knobs', { copies: 2, otherBytes: true });
    const { orderNumber } = await shop.place();
    await look();
    await eventually(async () => (await shop.control('GET', '/webhooks')).deliveries.length === 2, 30_000);
    expect((await shop.control('GET', '/webhooks')).deliveries).toMatchObject([{ answer: 200 }, { answer: 200 }]);
    expect((await shop.orders())[0]).toMatchObject({ externalNumber: orderNumber });
    expect(await shop.stock()).toBe(997);
    await eventually(async () => (await looks()).every(({ finishedAt }: { finishedAt: string }) => finishedAt), 60_000);
    expect(await shop.pulled()).toMatchObject({ progress: { done: 0 } });
    expect(await shop.orders()).toHaveLength(1);
  });

  test('is a reason for nothing where no owner lets orders be read', async () => {
    await register();
    const { webhookKey } = await keys();
    await shop.world.sql(`UPDATE extension SET granted = granted || '{"actions": ["webhooks.register"]}'`);
    expect(await post(webhookKey as string, 99_999_999)).toBe(200);
    await shop.world.sql(`UPDATE extension SET granted = granted || '{"actions": ["orders.read"]}'`);
    expect(await post(webhookKey as string, 99_999_998)).toBe(200);
    await eventually(async () => (await looks()).length > 0);
    expect(await looks()).toHaveLength(1);
  });

  test('is a reason to look and believed of nothing: a package that is not there is told', async () => {
    await register();
    const { webhookKey } = await keys();
    expect(await post(webhookKey as string, 99_999_999)).toBe(200);
    const [job] = await eventually(async () => {
      const ended = (await looks()).filter(({ finishedAt }: { finishedAt: string }) => finishedAt);
      return ended.length > 0 ? ended : undefined;
    }, 60_000);
    expect(await shop.job(job.id)).toMatchObject({
      state: 'succeeded',
      progress: { failed: 1 },
      errors: [{ code: 'package_missing', remoteId: '99999999' }],
    });
    expect(await shop.orders()).toEqual([]);
  });

  test('that is lost changes nothing: the next pull brings the order', async () => {
    await register();
    await shop.control('PUT', '/orders/knobs', { lost: true });
    await shop.place();
    await shop.pulled();
    expect(await shop.orders()).toHaveLength(1);
  });

  test('that was switched off is switched on again and told, and one that is gone is registered anew', async () => {
    await register();
    const [{ id }] = await there();
    const at = (path: string, method: string) =>
      fetch(`${shop.simulator.url}/webhook/sellers/424242/webhooks/${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`,
          'user-agent': '424242 - SelfIntegration',
        },
      });
    expect(await shop.pulled('webhook')).toMatchObject({ progress: { done: 0 } });
    await at(`${id}/deactivate`, 'PUT');
    expect((await there())[0].status).toBe('PASSIVE');
    expect(await shop.pulled('webhook')).toMatchObject({
      state: 'succeeded',
      progress: { reactivated: 1 },
      errors: [{ code: 'webhook_passive' }],
    });
    expect((await there())[0].status).toBe('ACTIVE');
    expect((await health()).webhook).toMatchObject({ state: 'active', reactivatedAt: expect.any(String) });
    await at(id, 'DELETE');
    expect(await shop.pulled('webhook')).toMatchObject({ errors: [{ code: 'webhook_gone' }] });
    await eventually(async () => (await there()).length === 1 && (await health()).webhook.state === 'active', 60_000);
  });

  test('of which the answer was lost is looked for, and there once', async () => {
    const endpoint = 'POST /webhook/sellers/{sellerId}/webhooks';
    shop.simulator.faults.set({ lostAnswer: { rate: 1 }, endpoint, untilRequests: 1 });
    expect(await register()).toMatchObject({ state: 'succeeded' });
    expect(await there()).toHaveLength(1);
  });
});

test('a product that nobody reaches from outside is refused in words, and pulls orders all the same', async () => {
  const world = await createWorld({ environment: { TEZGAH_TRENDYOL_URL: 'https://marketplace.example/integration' } });
  try {
    await connectTrendyol(world);
    expect(await said(world.read(REGISTER, { as: world.owner, params: { ext: 'trendyol' } }))).toBe(
      '409 invalid_state',
    );
  } finally {
    await world.close();
  }
});
