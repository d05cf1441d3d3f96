import { newUlid } from '../../src/kernel/ids';
import { createWorld } from './world';

/** A mutation that renames a category, and tells of it or not. */
async function renaming(tells: boolean) {
  const world = await createWorld();
  const { id } = await world.done('catalog.category.create', { name: 'Kahve' });
  await world.bus.execute({
    principal: world.owner,
    mutation: {
      id: 'test.rename',
      policy: 'owner',
      flags: [],
      refuses: [],
      async run({ tx, record }) {
        await tx.query(`UPDATE catalog_category SET name = 'Çay' WHERE id = $1`, [id]);
        if (tells) record('category', id, { name: 'Kahve' }, { name: 'Çay' });
      },
    },
    payload: {},
    key: newUlid(),
  });
  return world;
}

describe('a world that closes', () => {
  test('is content with what an audit row names', async () => {
    await (await renaming(true)).close();
  });

  test('tells of a row that was changed and that no audit row names', async () => {
    const world = await renaming(false);
    await expect(world.close()).rejects.toThrow(
      /no audit row names what was changed: .*"by":\["test.rename"\],"table":"catalog_category".*"fields":\["name"\]/,
    );
  });

  test('does not mind what a test does behind the back of the product', async () => {
    const world = await createWorld();
    await world.sql(`UPDATE store SET name = 'Başka'`);
    await world.close();
  });
});
