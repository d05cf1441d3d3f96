import type { AuditRow } from '../../src/panel/api/types';
import { subjectOf } from '../../src/panel/audit/fold';
import { orderOf } from '../order/session';
import { createWorld, type World } from '../world/world';

describe('the history of the panel', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test('names each order by its own number, where its customer has ordered again since', async () => {
    const { id: productId } = await world.done('catalog.product.create', { title: 'Cezve', price: 1_000, stock: 5 });
    const orders = [await orderOf(world, [{ productId }]), await orderOf(world, [{ productId }])];
    for (const { id, number } of orders) {
      const { items, references } = await world.read('audit.list', { query: { entity: id, command: 'order.create' } });
      expect(items.map((row: AuditRow) => subjectOf(row))).toEqual([id]);
      expect(references).toMatchObject({ [id]: number });
    }
  });
});
