import { Client } from 'pg';
import { productsAlike, statementsOfTitles } from '../../src/catalog/title/alike-store';
import { Connection } from '../../src/kernel/database/connection';
import type { Queryable } from '../../src/kernel/database/queryable';
import type { Principal } from '../../src/kernel/declaration/principal';
import { areAlike } from '../../src/proposal/review/alike';
import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('titles that may be taken for others', () => {
  let agents: Agents;
  let agent: Principal;
  beforeAll(async () => {
    agents = await worldWithAgents();
  });
  beforeEach(async () => {
    agent = await mintAgent(agents.world);
  });
  afterAll(() => agents.close());

  const read = (prp: string, fresh = true) =>
    agents.world.read('proposals.get', { as: agents.world.owner, params: { prp }, query: { fresh } });
  const propose = (command: string, payload: object) => agents.propose(command, payload, agent);
  const done = (command: string, payload: object) => agents.world.done(command, payload, { as: agents.world.owner });
  type Risks = { readonly risks: readonly { readonly kind: string; readonly things?: unknown }[] }[];
  const alikeIn = (items: Risks) =>
    items.map(({ risks }) => risks.find(({ kind }) => kind === 'alike')?.things ?? null);

  /** What the review says of each item, which the recording says too. */
  async function alikes(proposalId: string) {
    const { list, review } = await read(proposalId);
    const said = alikeIn(review.items);
    expect(alikeIn(list)).toEqual(said);
    expect(alikeIn((await read(proposalId, false)).list)).toEqual(said);
    return said;
  }

  test('are told of what is made and renamed, as they stand in the shop and beside it in the proposal', async () => {
    const { id: fincan } = await agents.product('Kahve Fincanı');
    const { id: cezve } = await agents.product('Bakır Cezve');
    const { proposalId } = await propose('catalog.product.create', { title: 'KAHVE-fincanı', price: 100 });
    await propose('catalog.product.create', { title: 'Kаhve Fіncanı', price: 100 });
    await propose('catalog.product.create', { title: 'Kahve Fincani ', price: 100 }).catch(() => undefined);
    await propose('catalog.product.update', { productId: cezve, title: 'Bakır Çezvə' });
    const { preview } = await propose('catalog.product.create', { title: 'Semaver Çelik', price: 100 });
    const { preview: second } = await propose('catalog.product.create', { title: 'Semaver Çelık', price: 100 });
    await propose('catalog.price.set', { targetId: fincan, price: 99_990 });
    const [dashed, cyrillic, renamed, one, other, price] = await alikes(proposalId);
    expect(dashed).toHaveLength(2);
    expect(dashed).toContainEqual({ id: fincan, title: 'Kahve Fincanı' });
    expect(cyrillic).toContainEqual({ id: fincan, title: 'Kahve Fincanı' });
    expect([renamed, price]).toEqual([null, null]);
    expect(one).toEqual([{ id: second.result.id, title: 'Semaver Çelık' }]);
    expect(other).toEqual([{ id: preview.result.id, title: 'Semaver Çelik' }]);
  });

  test('a letter that differs is told of; a size, a number and what is archived are not', async () => {
    const { id: tea } = await agents.product('Ajda Çay Bardağı 6 Parça');
    const { id: gone } = await agents.product('Eski Sürahi');
    await done('catalog.product.archive', { productId: gone });
    await agents.product('Keten Gömlek S');
    const titles = [
      'Ajda Cay Bardagi 6 parca',
      'Ajda Çay Bardagğı 6 Parça',
      'Ajda Çay Bardağı 9 Parça',
      'Keten Gömlek M',
    ];
    let proposalId = '';
    for (const title of [...titles, 'Eski Sürahi'])
      ({ proposalId } = await propose('catalog.product.create', { title, price: 100 }));
    const [same, near, number, size, archived] = await alikes(proposalId);
    expect([same, near]).toEqual([
      expect.arrayContaining([{ id: tea, title: 'Ajda Çay Bardağı 6 Parça' }]),
      expect.arrayContaining([{ id: tea, title: 'Ajda Çay Bardağı 6 Parça' }]),
    ]);
    expect([number, size, archived]).toEqual([null, null, null]);
  });

  test('categories and collections are held against their own kind', async () => {
    const { id: category } = await done('catalog.category.create', { name: 'Mutfak Gereçleri' });
    const { id: collection } = await done('catalog.collection.create', { title: 'Yeni Gelenler' });
    const { proposalId } = await propose('catalog.category.create', { name: 'Mutfak gereçlerı' });
    await propose('catalog.collection.create', { title: 'Yeni gelenlerr' });
    await propose('catalog.collection.create', { title: 'Mutfak Gereçleri' });
    expect(await alikes(proposalId)).toEqual([
      [{ id: category, title: 'Mutfak Gereçleri' }],
      [{ id: collection, title: 'Yeni Gelenler' }],
      null,
    ]);
  });

  test('what the proposal renames is known by its new title, and three are told at most', async () => {
    const { id } = await agents.product('Emaye Tencere');
    const { proposalId } = await propose('catalog.product.update', { productId: id, title: 'Döküm Tencere' });
    await propose('catalog.product.create', { title: 'Emaye Tencere', price: 100 });
    expect(await alikes(proposalId)).toEqual([null, null]);
    for (let many = 0; many < 5; many += 1) await agents.product('Emaye Tencere');
    const [, made] = await alikes(proposalId);
    expect(made).toHaveLength(3);
  });

  test('a title costs a bounded number of rows, however many begin alike', async () => {
    const { storeId, config, sql } = agents.world;
    const products = Number(process.env.PRODUCTS ?? 20_000);
    const rows = `FROM (SELECT n, 'prd_' || lpad(n::text, 26, '0') AS id,
      CASE WHEN n % 2 = 0 THEN 'Kırmızı Porselen Yemek Takımı ' || letters ELSE letters || ' Porselen Yemek Takımı Kırmızı' END AS title FROM (
        SELECT n, translate(left(md5(n::text), 12), '0123456789', 'ghijklmnop') AS letters FROM generate_series(1, ${products}) n) drawn) made`;
    await sql(`
      INSERT INTO catalog_product (store_id, id, title, handle, price, vat_rate, created_at, updated_at)
        SELECT '${storeId}', id, title, 'u-' || n, 100, 20, now(), now() ${rows};
      INSERT INTO catalog_search (store_id, product_id, text) SELECT '${storeId}', id, lower(title) || E'\\nu-' || n ${rows};
      ANALYZE`);
    const client = new Client({ connectionString: config.databaseUrl });
    await client.connect();
    try {
      await client.query("SELECT set_config('app.store_id', $1, false)", [storeId]);
      let plan: Plan | undefined;
      const explaining = {
        query: async (text: string, values: unknown[]) => {
          const { rows: told } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
          plan = told[0]['QUERY PLAN'][0];
          return [];
        },
      } as unknown as Queryable;
      const given = Array.from({ length: 200 }, (_, place) => ({
        id: `new ${place}`,
        title: `Kırmızı Porselen Yemek Takımı ${'abcdefghijkl'.slice(place % 3)}`,
      }));
      await productsAlike(explaining, storeId, given);
      if (process.env.VERBOSE)
        process.stdout.write(`${plan?.['Execution Time']} ms, ${rowsRead(plan?.Plan as Node)} rows\n`);
      const read = rowsRead(plan?.Plan as Node);
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(given.length * 150);
    } finally {
      await client.end();
    }
  }, 120_000);

  test('are looked for once in a review, whose list says what it says', async () => {
    const { id } = await agents.product('Porselen Çaydanlık');
    const { proposalId } = await propose('catalog.product.create', { title: 'Porselen Çaydanlik', price: 100 });
    const asked = jest.spyOn(Connection.prototype, 'query');
    try {
      const { list, review } = await read(proposalId);
      const things = [[{ id, title: 'Porselen Çaydanlık' }]];
      expect([alikeIn(list), alikeIn(review.items)]).toEqual([things, things]);
      const looks = asked.mock.calls.filter(([text]) => statementsOfTitles().includes(text));
      expect(looks).toHaveLength(1);
    } finally {
      asked.mockRestore();
    }
  });

  test.each([
    ['kahve fincani', 'kahvefincani', true],
    ['kahve fincani', 'kahve fincan', true],
    ['kahve fincani', 'kahve fincami', true],
    ['kahve fincani', 'kahve bardagi', false],
    ['tisort s', 'tisort m', false],
    ['koli12', 'koli13', false],
    ['kahve', 'kahve fincani', false],
    ['', '', false],
  ])('%p and %p', (left, right, alike) => {
    const words = (text: string) => text.split(' ').filter(Boolean);
    expect(areAlike(words(left), words(right))).toBe(alike);
  });
});

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

interface Plan {
  readonly Plan: Node;
  readonly 'Execution Time': number;
}

/** Rows that the scans of a plan touched, those that a filter left out included. */
const rowsRead = (node: Node): number =>
  (node['Relation Name'] ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
