import { type HepsiburadaSimulator, startHepsiburadaSimulator } from '../../src/simulator/hepsiburada/server';
import { type Answer, account, control } from '../provider/hepsiburada';

const MERCHANT = account.config.merchantId;
const HOUR_MS = 3_600_000;
const localMinute = (ms: number): string => new Date(ms + 3 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');

describe('the simulator of Hepsiburada', () => {
  let simulator: HepsiburadaSimulator;
  beforeEach(async () => {
    simulator = await startHepsiburadaSimulator({ products: 3 });
  });
  afterEach(() => simulator.close());

  const headers = {
    Authorization: `Basic ${Buffer.from(`${MERCHANT}:${account.secrets.serviceKey}`).toString('base64')}`,
    'User-Agent': account.config.integrator,
  };
  const ask = async (
    path: string,
    more: RequestInit = {},
  ): Promise<{ status: number; body: Answer; headers: Headers }> => {
    const response = await fetch(`${simulator.url}/${path}`, { headers, ...more });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  const orders = async (query: Record<string, string>, list = '') =>
    ask(`oms-external/orders/merchantid/${MERCHANT}${list}?${new URLSearchParams(query)}`);
  const place = (agoMs: number) =>
    control(simulator.url, 'POST', '/orders', { lines: [{ barcode: simulator.goods.all[0]?.barcode }], agoMs });

  test('lets nobody in whose key or integrator is another', async () => {
    const path = `listing-external/listings/merchantid/${MERCHANT}?offset=0&limit=1`;
    expect((await ask(path)).status).toBe(200);
    expect((await ask(path, { headers: { ...headers, 'User-Agent': `${MERCHANT} - SelfIntegration` } })).status).toBe(
      401,
    );
    expect((await ask(path, { headers: { 'User-Agent': 'tezgah_dev' } })).body).toBe('Missing Credentials!');
    expect((await ask('listing-external/listings/merchantid/elsewhere?offset=0&limit=1')).status).toBe(403);
  });

  test('cuts a range of more than a day without a word, and finds nothing by a date of another form', async () => {
    for (const hours of [1, 20, 30]) await place(hours * HOUR_MS);
    const paging = { offset: '0', limit: '100' };
    const from = Date.now() - 40 * HOUR_MS;
    const found = async (begindate: string, enddate: string) =>
      (await orders({ ...paging, begindate, enddate })).body.items.length;
    expect(await found(localMinute(from), localMinute(Date.now() + HOUR_MS))).toBe(2);
    expect(await found(localMinute(from + 24 * HOUR_MS), localMinute(Date.now() + HOUR_MS))).toBe(1);
    expect(await found(new Date(from).toISOString(), new Date().toISOString())).toBe(0);
    expect((await orders({ limit: '100' })).status).toBe(400);
    expect(
      await orders({ ...paging, begindate: localMinute(from), enddate: localMinute(from) }, '/cancelled'),
    ).toMatchObject({
      status: 400,
      body: { message: 'WrongDateFormat' },
    });
  });

  test('turns the pages of packages by Offset alone', async () => {
    for (let at = 0; at < 12; at += 1) {
      const { orderNumber } = await place(0);
      await control(simulator.url, 'PUT', '/orders/pack', { orderNumber });
    }
    const packages = async (query: string) =>
      (await ask(`oms-external/packages/merchantid/${MERCHANT}?limit=50&${query}`)).body.length;
    expect([await packages('Offset=0'), await packages('Offset=10'), await packages('offset=10')]).toEqual([10, 2, 10]);
  });

  test('says for how long a limit lasts, and counts what goes beyond it', async () => {
    const path = `listing-external/listings/merchantid/${MERCHANT}?offset=0&limit=1`;
    for (let request = 0; request < 240; request += 1) await ask(path);
    const refused = await ask(path);
    expect([refused.status, refused.headers.get('X-RateLimit-Reset')]).toEqual([429, '1']);
    expect(simulator.stats().breaches).toBe(1);
    expect(await control(simulator.url, 'GET', '/orders/statistics')).toMatchObject({ breaches: { listing: 1 } });
  });

  test('packs by itself where that is switched on, and counts pieces that were not there', async () => {
    await control(simulator.url, 'PUT', '/knobs', { packsAfterMs: 900_000 });
    const [good] = simulator.goods.all;
    await control(simulator.url, 'PUT', '/goods', { barcode: good?.barcode, stock: 0 });
    await place(0);
    expect(simulator.stats()).toMatchObject({ ordersPlaced: 1, oversoldPieces: 1 });
    await control(simulator.url, 'POST', '/hurry');
    const [order] = await control(simulator.url, 'GET', '/orders');
    expect(order.lines).toMatchObject([{ status: 'Packaged', packageNumber: expect.any(String) }]);
  });

  test('says which knobs and moves there are', async () => {
    await expect(control(simulator.url, 'PUT', '/knobs', { feedOrder: 'oldest-first' })).rejects.toThrow('feedOrder');
    await expect(control(simulator.url, 'PUT', '/orders/move', { packageNumber: '1', to: 'Lost' })).rejects.toThrow(
      'to must be',
    );
    await expect(control(simulator.url, 'POST', '/orders', { lines: [] })).rejects.toThrow('lines');
  });
});
