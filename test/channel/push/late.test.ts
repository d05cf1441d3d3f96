import { askPush } from '../../../src/channel/push/ask';
import { UNDER_WAY_MS } from '../../../src/provider/deadlines';
import { eventually } from '../../world/eventually';
import { BARCODE, type OrdersThere, ordersThere } from '../orders-there';
import { bySteps, unlessBusy } from './by-steps';

const EXT = 'trendyol';
const SEND = '/products/price-and-inventory';

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shapes that they read
type Any = any;
type Request = Parameters<typeof fetch>;

describe('a request that the marketplace takes late', () => {
  const fetched = globalThis.fetch;
  let shop: OrdersThere;
  const { rows, jobs, step, work } = bySteps(() => shop);
  /** Requests of offers that are on their way, and do not arrive. */
  let late: Request[];
  /** Has the next request of offers on its way for as long as this takes. */
  let held: ((request: Request) => Promise<void>) | undefined;
  beforeAll(async () => {
    shop = await ordersThere();
    globalThis.fetch = async (...request) => {
      const hold = held;
      if (!hold || !String(request[0]).endsWith(SEND)) return fetched(...request);
      held = undefined;
      await hold(request);
      return fetched(...request);
    };
    await shop.control('PUT', '/listings', { batchMs: 1, repeatMs: 1 });
    await shop.round('orders');
    await work('orders.pull');
    const items = [{ productId: shop.productId, priceLocked: true }];
    await shop.world.done('channel.listing.set', { extension: EXT, items });
  });
  beforeEach(async () => {
    late = [];
    held = undefined;
    await mayBeRepeated();
    await set(20);
    await shows(20);
  });
  afterAll(async () => {
    globalThis.fetch = fetched;
    await shop?.close();
  });

  const lost = () => rows(`SELECT id FROM channel_sending WHERE state = 'lost' AND next_at IS NOT NULL`);
  const stockThere = (): number | undefined => shop.simulator.catalog.stockOf(BARCODE);
  /** The marketplace works through a batch when it is asked for something. */
  const shows = (stock: number, fewer = stock) =>
    eventually(
      async () => {
        await push();
        await worksOn();
        return [stock, fewer].includes(stockThere() as number);
      },
      10_000,
      50,
    );
  /** The marketplace works through what it was told. */
  const worksOn = () => shop.control('GET', '/queue');
  const set = (stock: number) => shop.world.done('catalog.stock.set', { targetId: shop.productId, stock });
  /** A push is asked for just when orders were pulled. */
  const asked = async (): Promise<void> => {
    await shop.world.sql(`UPDATE channel_cursor SET until = now() + interval '50 seconds' WHERE task = 'orders'`);
    await askPush(shop.world.bus, shop.world.storeId, EXT);
  };
  const push = async (): Promise<void> => {
    await asked();
    await work('offers.push');
  };
  /** Forgets what was sent lately: the rule that nothing is sent twice within a quarter of an hour is tested elsewhere. */
  const mayBeRepeated = () =>
    shop.world.sql(`UPDATE channel_sending SET asked_at = asked_at - interval '20 minutes';
      UPDATE channel_offer SET recent = '[]', understated_until = NULL`);
  const passes = () =>
    shop.world.sql(
      `UPDATE channel_sending SET next_at = next_at - ${UNDER_WAY_MS} * interval '1 ms' WHERE state = 'lost'`,
    );
  /** Its worker is killed while the request is on its way. */
  const killedWhileSending = async (): Promise<void> => {
    await asked();
    const [job] = await jobs('offers.push');
    held = async (request) => {
      late.push(request);
      throw new Error('killed');
    };
    await expect(step(job?.id ?? '')).rejects.toThrow();
    expect(late).toHaveLength(1);
  };
  const arrives = async (stock: number): Promise<void> => {
    for (const request of late.splice(0)) await fetched(...request);
    await eventually(async () => (await worksOn()) && stockThere() === stock, 10_000, 50);
  };

  test('is seen when it can no longer be under way, and the stock of the shop is told anew', async () => {
    await set(9);
    await killedWhileSending();
    await set(3);
    await shows(3);
    await arrives(9);
    expect(await lost()).toHaveLength(1);
    await passes();
    await shows(3, 2);
    expect(await lost()).toEqual([]);
  });

  test('is looked for while another request about its listing is open, and again behind that', async () => {
    await set(9);
    await killedWhileSending();
    await set(3);
    await push();
    await shop.world.sql(`UPDATE channel_offer SET sending_id = 'snd_other'`);
    await passes();
    await push();
    expect(await lost()).toHaveLength(1);
    await shop.world.sql('UPDATE channel_offer SET sending_id = NULL');
    await arrives(9);
    await passes();
    await shows(3, 2);
    expect(await lost()).toEqual([]);
  });

  test('and answers an attempt that others took for dead is told anew at once', async () => {
    await set(9);
    await asked();
    const [job] = await jobs('offers.push');
    let wake = (): void => {};
    const begun = new Promise<void>((begins) => {
      held = () => {
        begins();
        return new Promise((resolve) => {
          wake = resolve;
        });
      };
    });
    const sleeper = step(job?.id ?? '');
    await begun;
    await set(3);
    await shows(3);
    wake();
    await sleeper;
    await eventually(async () => (await worksOn()) && stockThere() === 9, 10_000, 50);
    await shows(3, 2);
    expect(await lost()).toHaveLength(1);
    await passes();
    await push();
  });

  test('keeps a marketplace connected that is told 0 meanwhile, until nothing of it is left', async () => {
    const { world } = shop;
    await set(9);
    await killedWhileSending();
    await world.sql(`UPDATE channel_job SET state = 'succeeded', finished_at = now() WHERE kind = 'offers.push'`);
    const disconnecting = { extension: EXT, disconnect: 'zero' };
    const { body }: Any = await world.run('extension.disable', disconnecting, { as: world.owner });
    const { jobId } = body.result;
    const isEnabled = async () => (await rows(`SELECT FROM extension WHERE key = '${EXT}' AND enabled`)).length > 0;
    const goesOn = () => step(jobId).catch(unlessBusy);
    const isOpen = async () => (await rows(`SELECT FROM channel_sending WHERE state IN ('asked', 'open')`)).length > 0;
    const isToldAndDone = (stock: number) =>
      eventually(
        async () => {
          const isOver = await goesOn();
          await worksOn();
          return isOver || (stockThere() === stock && !(await isOpen()));
        },
        20_000,
        50,
      );
    await isToldAndDone(0);
    expect([await goesOn(), await isEnabled()]).toEqual([false, true]);
    await arrives(9);
    expect([await goesOn(), await isEnabled()]).toEqual([false, true]);
    await passes();
    await mayBeRepeated();
    await eventually(goesOn, 20_000, 50);
    expect([stockThere(), await isEnabled()]).toEqual([0, false]);
  });
});
