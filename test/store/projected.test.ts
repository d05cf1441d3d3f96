import { Client } from 'pg';
import type { Queryable } from '../../src/kernel/database/queryable';
import type { Command } from '../../src/kernel/declaration/command';
import { newUlid } from '../../src/kernel/ids';
import { type Column, sqlName } from '../../src/kernel/table/table';
import { registry } from '../../src/registry';
import { shownKinds } from '../../src/store/projection-store';
import { BEGIN, look } from '../../src/store/repair';
import { openDemoSite } from '../contract/given';
import { declared } from '../house/aggregates';
import { company } from './identity';
import { seeStorefront } from './whole-projection';

type Site = Awaited<ReturnType<typeof openDemoSite>>;

const projectedTables = declared.filter(({ table }) =>
  Object.values<Column>(table.columns).some(({ projected }) => projected !== undefined),
);

/** SQL of another value than the one that stands there. */
const another = (name: string, { type }: Column): string => {
  const column = sqlName(name);
  // Were all of them moved alike, the order would stay.
  if (name === 'position') return `1 - ${column}`;
  if (name === 'variantCount') return '0';
  if (name === 'categoryId') return 'NULL';
  if (name === 'mediaIds') return `'{}'`;
  if (name === 'mediaAlts') return `ARRAY['x']`;
  if (name === 'status') return `CASE ${column} WHEN 'active' THEN 'archived' ELSE 'active' END`;
  if (type === 'text') return `coalesce(${column}, '') || 'x'`;
  if (type === 'text[]') return `${column} || ARRAY['x']`;
  if (type === 'jsonb') return `jsonb_build_object('was', ${column})`;
  if (type === 'boolean') return `NOT ${column}`;
  if (type === 'timestamptz') return `${column} + interval '1 day'`;
  return `coalesce(${column}, 0) + 1`;
};

/** Names of its own row, and of the whole that it is a part of. */
const identifiers = ['id', 'productId', 'collectionId', 'mediaId', 'ownerId'];

describe('what storefronts are shown is declared with the columns', () => {
  let demo: Site;
  let storeId: string;
  let client: Client;
  let db: Queryable;

  beforeAll(async () => {
    demo = await openDemoSite('store.syncKv');
    ({ storeId } = demo.site.world);
    const { done } = demo.site.world;
    const made = { price: 100, compareAt: 120, variants: [{ title: 'S', stock: 3 }, { title: 'M' }] };
    const products = [await done('catalog.product.create', { title: 'Bir', ...made })];
    products.push(await done('catalog.product.create', { title: 'İki', price: 100 }));
    const shelf = await done('catalog.collection.create', { title: 'Raf' });
    const productIds = products.map(({ id }) => id);
    await done('catalog.collection.setProducts', { collectionId: shelf.id, productIds });
    await done('metafield.definition.create', { target: 'product', key: 'note', type: 'text', label: 'Not' });
    await done('metafield.set', { ownerId: products[0].id, key: 'note', value: 'Not' });
    await done('settings.identity.update', company);
    const drafted = { query: {}, body: { template: 'katalog' }, expectedRev: 0, idempotencyKey: newUlid() };
    await demo.site.world.read('design.draftFromTemplate', drafted);
    await done('design.publish', {}, { as: demo.site.world.owner });
    // As a worker would have drawn them.
    await demo.site.world.sql(`
      INSERT INTO media_variant (store_id, media_id, format, width, height, size, object)
      SELECT store_id, id, 'webp', 320, 320, 1000, 'obj_' || substr(id, 5) FROM media WHERE store_id = '${storeId}'`);
    await done('store.syncKv', {});
    client = new Client({ connectionString: demo.site.world.superuserUrl });
    await client.connect();
    await client.query(`SELECT set_config('app.store_id', $1, false)`, [storeId]);
    db = { query: async (text: string, values: unknown[]) => (await client.query(text, values)).rows } as Queryable;
  });
  afterAll(async () => {
    await client.end();
    await demo.close();
  });

  /** Keys that the projection holds wrong. */
  async function wrong(): Promise<number> {
    let found = 0;
    for (let place: Parameters<typeof look>[2] | undefined = BEGIN; place; ) {
      const { changed, next } = await look(db, storeId, place);
      // As Postgres counts: text.
      found += Number(changed);
      place = next;
    }
    return found;
  }

  /** Whether the database makes the column of others: it changes with those alone. */
  async function isGenerated(table: string, column: string): Promise<boolean> {
    const asked = `SELECT attgenerated <> '' AS made FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2`;
    const { rows } = await client.query<{ made: boolean }>(asked, [table, column]);
    return rows[0]?.made === true;
  }

  test('of every table that the projection reads, and of no other', () => {
    const words = projectedTables.map(({ table }) => table.word);
    // The members of a collection and the sizes of a picture are told of as changes of those.
    const told = [...shownKinds.map(({ kind }) => kind.word), 'member', 'media variant'];
    expect(words.toSorted()).toEqual(told.toSorted());
  });

  test.each(
    projectedTables.flatMap(({ table }) =>
      Object.entries<Column>(table.columns)
        .filter(([name]) => !identifiers.includes(name))
        .map(([name, column]) => [`${table.table}.${sqlName(name)}`, table, name, column] as const),
    ),
  )('%s', async (_, table, name, column) => {
    if (await isGenerated(table.table, sqlName(name))) return expect(column.projected).toBeUndefined();
    expect(await wrong()).toBe(0);
    await client.query('BEGIN');
    try {
      const set = `${sqlName(name)} = ${another(name, column)}`;
      await client.query(`UPDATE ${table.table} SET ${set} WHERE ${table.storeColumn} = $1`, [storeId]);
      // The rev of the live design is the number of its version, which storefronts are shown.
      const isShown = column.projected !== undefined || (table.table === 'design_live' && name === 'rev');
      expect((await wrong()) > 0).toBe(isShown);
    } finally {
      await client.query('ROLLBACK');
    }
  });
});

/** What the contract lets change without a bump, though storefronts show it: it is projected at once. */
const withoutBump = [
  'catalog.category.archive',
  'catalog.category.create',
  'catalog.category.update',
  'catalog.product.setDigital',
  'catalog.stock.adjust',
  'catalog.stock.set',
];
/** Of those whose example writes nothing that storefronts show: what is written instead. */
const instead: Readonly<Record<string, object>> = {
  'catalog.collection.update': { title: 'Başka' },
  'catalog.product.setDigital': { requiresShipping: true },
};

describe('a command bumps the generation when it writes what storefronts show', () => {
  const catalog = registry.commands.filter(({ id }) => id.startsWith('catalog.'));

  /** Whether the example writes what storefronts show; it is taken back. */
  async function writesShown({ site: { world }, here }: Site, command: Command): Promise<boolean> {
    const payload = { ...here(command.example as object), ...instead[command.id] };
    const call = { principal: world.owner, payload, mutation: command };
    return world.bus.inTransaction(world.storeId, async (tx) => {
      const { whole: before } = await seeStorefront(tx, world.storeId);
      await world.bus.rehearse(tx, call, new Date());
      const { whole: after } = await seeStorefront(tx, world.storeId);
      return { keep: false, value: JSON.stringify(before) !== JSON.stringify(after) };
    });
  }

  test.each(catalog.map((command) => [command.id, command] as const))('%s', async (id, command) => {
    const demo = await openDemoSite(id);
    try {
      const bumps = command.flags.includes('bumps generation');
      expect(await writesShown(demo, command)).toBe(bumps || withoutBump.includes(id));
    } finally {
      await demo.close();
    }
  });

  test('but for what the contract says otherwise', () => {
    expect(withoutBump.filter((id) => registry.command(id)?.flags.includes('bumps generation'))).toEqual([]);
  });
});
