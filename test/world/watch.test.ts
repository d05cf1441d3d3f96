import { command } from '../../src/kernel/declare';
import { newUlid } from '../../src/kernel/ids';
import { object } from '../../src/kernel/schema';
import { createWorld } from './world';

/** A mutation that renames a category, and tells of what of it. */
async function renaming(told?: Record<string, [unknown, unknown]>) {
  const world = await createWorld();
  const { id } = await world.done('catalog.category.create', { name: 'Kahve' });
  await world.bus.execute({
    principal: world.owner,
    mutation: command({
      id: 'test.rename',
      label: { tr: 'Yeniden adlandır', en: 'Rename' },
      summary: 'Rename a category.',
      policy: 'owner',
      scope: null,
      refuses: [],
      payload: object({}),
      result: object({}),
      example: {},
      async run({ tx, record }) {
        await tx.query(`UPDATE catalog_category SET name = 'Çay' WHERE id = $1`, [id]);
        const side = (index: 0 | 1) =>
          Object.fromEntries(Object.entries(told ?? {}).map(([name, of]) => [name, of[index]]));
        if (told) record('category', id, side(0), side(1));
        return {};
      },
    }),
    payload: {},
    key: newUlid(),
  });
  return world;
}

describe('a world that closes', () => {
  test('is content with what an audit row names', async () => {
    await (await renaming({ name: ['Kahve', 'Çay'] })).close();
  });

  test('tells of a row that was changed and that no audit row names', async () => {
    const world = await renaming();
    await expect(world.close()).rejects.toThrow(
      /no audit row names what was changed: .*"by":\["test.rename"\],"table":"catalog_category".*"fields":\["name"\]/,
    );
  });

  test('tells of a column that was changed and that no field of an audit row tells of', async () => {
    const world = await renaming({ position: [0, 1] });
    await expect(world.close()).rejects.toThrow(
      /no audit row tells of a column that was changed: .*"by":\["test.rename"\],"table":"catalog_category".*"columns":\["name"\]/,
    );
  });

  test('does not mind what a test does behind the back of the product', async () => {
    const world = await createWorld();
    await world.sql(`UPDATE store SET name = 'Başka'`);
    await world.close();
  });
});
