import { command } from '../../src/kernel/declaration/command';
import type { MutationContext } from '../../src/kernel/declaration/context';
import { newId, newUlid } from '../../src/kernel/ids';
import { object } from '../../src/kernel/schema/schema';
import { unwatched } from './watch';
import { createWorld } from './world';

type Told = Record<string, readonly [before: unknown, after: unknown]>;

const side = (told: Told, index: 0 | 1) =>
  Object.fromEntries(Object.entries(told).map(([name, values]) => [name, values[index]]));

const changing = (run: (context: MutationContext) => Promise<object>) =>
  command({
    id: 'test.rename',
    label: { tr: 'Yeniden adlandır', en: 'Rename' },
    summary: 'Rename a category.',
    policy: 'owner',
    scope: null,
    refuses: [],
    payload: object({}),
    result: object({}),
    example: {},
    run,
  });

/** A command that renames a category, and tells of what of it. */
const rename = (id: string, told?: Told) =>
  changing(async ({ tx, record }) => {
    await tx.query(`UPDATE catalog_category SET name = 'Çay' WHERE id = $1`, [id]);
    if (told) record('category', id, side(told, 0), side(told, 1));
    return {};
  });

async function opened() {
  const world = await createWorld();
  const { id } = await world.done('catalog.category.create', { name: 'Kahve' });
  return { world, id: id as string };
}

async function running(mutationOf: (id: string) => ReturnType<typeof rename>) {
  const { world, id } = await opened();
  await world.bus.execute({ principal: world.owner, mutation: mutationOf(id), payload: {}, key: newUlid() });
  return world;
}

const renaming = (told?: Told) => running((id) => rename(id, told));

describe('a world that closes', () => {
  test('is content with what an audit row names', async () => {
    await (await renaming({ name: ['Kahve', 'Çay'] })).close();
  });

  test('tells of a row that was changed and that no audit row names', async () => {
    const world = await renaming();
    await expect(world.close()).rejects.toThrow(
      /no audit row names what was changed: .*"by":\["test.rename"\],"table":"catalog_category".*"fields":\["name"[^\]]*\]/,
    );
  });

  test('tells of a column that was changed and that no field of an audit row tells of', async () => {
    const world = await renaming({ position: [0, 1] });
    await expect(world.close()).rejects.toThrow(
      /no audit row tells of a column that was changed: .*"by":\["test.rename"\],"table":"catalog_category".*"columns":\["name"\]/,
    );
  });

  test.each([
    ['a column that was not changed', { name: ['Kahve', 'Çay'], position: [0, 1] }, 'position'],
    ['another value than was written', { name: ['Kahve', 'Tava'] }, 'name'],
    ['another value than there was', { name: ['Tava', 'Çay'] }, 'name'],
  ] as [string, Told, string][])('tells of an audit row that tells of %s', async (_, told, field) => {
    const world = await renaming(told);
    const said = `an audit row tells of what was not written: {"by":\\["test.rename"\\],.*"field":"${field}"`;
    await expect(world.close()).rejects.toThrow(new RegExp(said));
  });

  test('tells of an audit row of a thing that has not come, or not gone', async () => {
    const other = newId('cat');
    const world = await running((id) =>
      changing(async ({ record }) => {
        record('category', other, null, { name: 'Çay' });
        record('category', id, { name: 'Kahve' }, null);
        return {};
      }),
    );
    await expect(world.close()).rejects.toThrow(
      new RegExp(`what was not written: .*"id":"${other}","field":"\\*".*\n.*"field":"\\*"`),
    );
  });

  test.each([
    ['what its trial did not write', { name: ['Kahve', 'Tava'] }, '"field":"name"'],
    ['less than its trial wrote', { position: [0, 1] }, '"columns":["name"]'],
  ] as [string, Told, string][])('tells of a preview that tells of %s', async (_, told, said) => {
    const { world, id } = await opened();
    const call = { principal: world.owner, payload: {} };
    await world.bus.dryRun({ ...call, mutation: rename(id, { name: ['Kahve', 'Çay'] }) });
    await world.bus.inTransaction(world.storeId, async (tx) => {
      await world.bus.rehearse(tx, { ...call, mutation: rename(id, told) }, new Date());
      return { keep: false, value: undefined };
    });
    const closing = world.close();
    await expect(closing).rejects.toThrow(/^a preview does not tell what was written/);
    await expect(closing).rejects.toThrow(said);
  });

  test('tells of what was changed past the bus', async () => {
    const { world, id } = await opened();
    await world.database
      .writer(world.storeId)
      .query(`UPDATE catalog_category SET name = 'Çay' WHERE store_id = $1 AND id = $2`, [world.storeId, id]);
    await expect(world.close()).rejects.toThrow(
      /something was changed past the bus: {"table":"catalog_category","row":\["cat_\w+"\],"fields":\["name"[^\]]*\]}/,
    );
  });

  test('does not mind what a test does behind the back of the product, or says to be its own doing', async () => {
    const world = await createWorld();
    await world.sql(`UPDATE store SET name = 'Başka'`);
    await world.database.transaction(world.storeId, async (tx) => {
      unwatched(tx);
      tx.send(`UPDATE store SET name = 'Yine başka' WHERE id = $1`, [world.storeId]);
      return { keep: true, value: undefined };
    });
    await world.close();
  });
});
