import type { RunningWorker } from '../../src/worker';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { orderOf } from './session';

describe('account.orders.pictures', () => {
  let world: World;
  let worker: RunningWorker;
  beforeAll(async () => {
    world = await createWorld();
    worker = await startTestWorker(world);
  });
  afterAll(async () => {
    await worker?.stop();
    await world?.close();
  });

  const picturesOf = (ord: string) => world.read('account.orders.pictures', { as: world.owner, params: { ord } });

  test('has a small picture of each product of the order that has one, once it is drawn', async () => {
    const product = (title: string) => world.done('catalog.product.create', { title, price: 1_000, stock: 9 });
    const [cup, pot, other] = [await product('Fincan'), await product('Cezve'), await product('Tepsi')];
    for (const [at, { id: productId }] of [cup, other].entries()) {
      const mediaId = await committed(world, await plain(40 + at, 30));
      await world.done('catalog.product.setMedia', { productId, media: [{ mediaId }] });
    }
    const { id } = await orderOf(world, [{ productId: cup.id }, { productId: pot.id }]);
    const { pictures } = await eventually(async () => {
      const answer = await picturesOf(id);
      return answer.pictures.length > 0 ? answer : undefined;
    }, 60_000);
    expect(pictures).toEqual([{ id: cup.id, url: expect.stringMatching(/^\/media\//) }]);
  });

  test('tells nothing of an order of another store', async () => {
    const refused = await picturesOf('ord_01M8PTA12JP0APPT6PE110WJQX').catch((error: { code: string }) => error);
    expect(refused).toMatchObject({ code: 'not_found' });
  });
});
