import { Client } from 'pg';
import createProduct from '../../src/catalog/catalog.product.create';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newId, newUlid } from '../../src/kernel/ids';
import type { Static } from '../../src/kernel/schema/schema';
import { createWorld, type World } from '../world/world';

type Payload = Static<typeof createProduct.payload>;

describe('catalog.product.create in batches', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const issuer = { id: 'test', issues: [createProduct] };
  const innerKey = (): string => `test/${newUlid()}`;
  const batch = (payloads: readonly Payload[], keys: readonly string[] = payloads.map(innerKey), lock = 'test') =>
    world.bus.batch(
      {
        principal: systemPrincipal(world.storeId, 'test'),
        askedBy: world.owner.id,
        issuer,
        lockName: lock,
        cause: {},
      },
      ({ run }) =>
        run(
          createProduct,
          payloads.map((payload, index) => ({ key: keys[index] as string, payload })),
        ),
    );
  const outcome = ({ refusal, result }: Awaited<ReturnType<typeof batch>>[number]) => refusal?.code ?? result?.handle;
  const products = async (query: object = {}) =>
    (await world.read('catalog.products.list', { query: { limit: 100, ...query } as never })).items;

  test('weighs its rows for the audit log as a call of its own does', async () => {
    const payload = (title: string) => ({
      title,
      price: 1,
      stock: 3,
      tags: ['ışık'],
      variants: [{ title: 'S', stock: 3 }],
    });
    await world.done('catalog.product.create', payload('Çay'));
    await batch([payload('Bal')]);
    const client = new Client({ connectionString: world.superuserUrl });
    await client.connect();
    const { rows } = await client.query(
      `SELECT bytes, octet_length(payload::text) AS payload FROM audit_row WHERE command = 'catalog.product.create'`,
    );
    await client.end();
    // A letter of the title, and of the handle that it gives, counts one byte more.
    expect(rows).toEqual([
      { bytes: rows[1].bytes + 2, payload: rows[1].payload + 1 },
      { bytes: expect.any(Number), payload: expect.any(Number) },
    ]);
  });

  test('refuses items one by one and creates the rest, as if they had come one after the other', async () => {
    const category = await world.done('catalog.category.create', { name: 'Çay' });
    await world.done('catalog.product.create', { title: 'Çay', price: 1, barcode: 'OLD' });
    const outcomes = await batch([
      { title: 'Çay', price: 1 },
      { title: 'Çay', price: 2, handle: 'cay-3' },
      { title: 'Çay', price: 3 },
      { title: 'Çay', price: 4, handle: 'cay' },
      { title: 'Kahve', price: 5, categoryId: newId('cat'), barcode: 'FREE' },
      { title: 'Kahve', price: 6, categoryId: category.id, barcode: 'FREE' },
      { title: 'Kahve', price: 7, barcode: 'OLD' },
      { title: 'Sahlep', price: 8, barcode: 'NEW', variants: [{ title: 'S', barcode: 'OLD' }] },
      {
        title: 'Sahlep',
        price: 9,
        barcode: 'NEW',
        stock: 2,
        variants: [
          { title: 'S', stock: 3 },
          { title: 'M', stock: null },
        ],
      },
      { title: 'Sahlep', price: 9, barcode: 'NEW' },
    ]);
    expect(outcomes.map(outcome)).toEqual([
      'cay-2',
      'cay-3',
      'cay-4',
      'handle_taken',
      'category_unknown',
      'kahve',
      'barcode_taken',
      'barcode_taken',
      expect.stringMatching(/^sahlep/),
      'barcode_taken',
    ]);
    expect(await products()).toHaveLength(6);
    expect(await products({ barcode: 'NEW' })).toHaveLength(1);
    const { items } = await world.read('catalog.stockMovements.since', { query: {} });
    expect(items.map(({ seq, delta }: { seq: number; delta: number }) => [seq, delta])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    const audit = await world.read('audit.list', { query: { command: 'catalog.product.create', limit: 100 } });
    expect(audit.items.filter(({ outcome }: { outcome: string }) => outcome === 'refused')).toHaveLength(5);
  });

  test('an only item that is refused leaves nothing behind', async () => {
    const [refused] = await batch([{ title: 'x', price: 1, barcode: 'B', categoryId: newId('cat') }]);
    expect(refused?.refusal?.code).toBe('category_unknown');
    expect((await batch([{ title: 'x', price: 1, barcode: 'B' }])).map(outcome)).toEqual(['x']);
  });

  test('run again with the same keys they change nothing', async () => {
    const payloads = Array.from({ length: 300 }, (_, index) => ({
      title: 'Aynı Başlık',
      price: index,
      barcode: `K-${index}`,
      stock: index,
    }));
    const keys = payloads.map(innerKey);
    const first = await batch(payloads, keys);
    const again = await batch(payloads, keys);
    expect(again.map(({ result }) => result)).toEqual(first.map(({ result }) => result));
    expect(again.every(({ replayed }) => replayed)).toBe(true);
    expect(new Set(first.map(outcome)).size).toBe(300);
    const { items, more } = await world.read('catalog.stockMovements.since', { query: { seq: 250, limit: 100 } });
    expect([items.length, items.at(-1).seq, more]).toEqual([50, 300, false]);
  });

  test('batches and single creates race for names and barcodes without a failure', async () => {
    const payloads = (from: number) =>
      Array.from({ length: 60 }, (_, index) => ({
        title: `Yarış ${index % 7}`,
        price: 1,
        barcode: `Y-${from + index}`,
      }));
    const [left, right, ...singles] = await Promise.all([
      batch(payloads(0), undefined, 'left'),
      batch([...payloads(30)].reverse(), undefined, 'right'),
      ...Array.from({ length: 14 }, (_, index) =>
        world.run('catalog.product.create', { title: `Yarış ${index % 7}`, price: 1, barcode: `Y-${index * 5}` }),
      ),
    ]);
    const statuses = [
      ...[...left, ...right].map(({ refusal }) => refusal?.status ?? 200),
      ...singles.map(({ status }) => status),
    ];
    for (const status of statuses) expect([200, 422]).toContain(status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(90);
    const barcodes = (await products()).map(({ barcode }: { barcode: string }) => barcode);
    expect(new Set(barcodes).size).toBe(90);
  });
});
