// tier: all
import { Random } from '../chaos/random';
import { type Agents, worldWithAgents } from '../proposal/agents';
import { startCompiledWorker } from '../world/compiled-worker';
import { Patience, patient } from '../world/patience';
import { prepareTemporal } from '../world/worker';
import { importTable } from './table-import';

jest.setTimeout(patient(600_000));

const NEW = 60;
/** Time until the next kill, in ms: some come before a worker has begun, most amid its work. */
const NEXT_MS = { min: 1_500, max: 5_000 };

describe('an import that is taken back while its workers are killed', () => {
  let shop: Agents;
  beforeAll(async () => {
    shop = await worldWithAgents();
    await prepareTemporal(shop.world);
  });
  afterAll(() => shop.close());

  test('leaves the products as they were before it, and takes each one back once', async () => {
    const { world } = shop;
    const { id: old } = await shop.product('Eski', { price: 1_000, stock: 4, sku: 'ESKI' });
    const before = await shop.read(old);
    const lines = Array.from({ length: NEW }, (_, at) => `YENI-${at};Yeni ${at};5,00;2`);
    const { id } = await importTable(shop, ['sku;title;price;stock', 'ESKI;Eski;9,00;9', ...lines].join('\n'));
    const { proposalId } = await world.read('bulk.imports.undo', { body: { ids: [id] } });
    const isOver = async () => (await shop.get(proposalId)).state === 'applied';
    const random = new Random('import');
    for (let kills = 0; !(await isOver()); kills += 1) {
      const worker = startCompiledWorker(world);
      const life = new Patience(NEXT_MS.min + random.next() * (NEXT_MS.max - NEXT_MS.min) * (1 + kills / 5));
      while (!life.isOver && !(await isOver())) await new Promise((resolve) => setTimeout(resolve, 50));
      await worker.kill();
    }
    expect(await shop.get(proposalId)).toMatchObject({ items: { total: NEW + 2, applied: NEW + 2, skipped: 0 } });
    const { price, stock, title } = before;
    expect(await shop.read(old)).toMatchObject({ price, stock, title, status: 'active' });
    const { items } = await world.read('catalog.products.list', { query: { limit: 100 } });
    expect(items.map((each: { id: string }) => each.id)).toEqual([old]);
    const rows = await world.read('audit.list', { query: { command: 'catalog.product.takeBack', limit: 100 } });
    expect(new Set(rows.items.map(({ entityId }: { entityId: string }) => entityId)).size).toBe(NEW);
    expect(rows.items).toHaveLength(NEW);
  });
});
