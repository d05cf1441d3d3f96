import { type Agents, worldWithAgents } from '../proposal/agents';
import { importTable } from './table-import';

describe('bulk.imports.undo', () => {
  let shop: Agents;
  beforeEach(async () => {
    shop = await worldWithAgents();
    await shop.startWorker();
  });
  afterEach(() => shop.close());

  const imported = (text: string, written?: number) => importTable(shop, text, written);
  const undo = (...ids: string[]) => shop.world.read('bulk.imports.undo', { body: { ids } });
  const undone = async (...ids: string[]) => shop.until((await undo(...ids)).proposalId, 'applied', 'paused');

  // biome-ignore lint/suspicious/noExplicitAny: products are compared as they are answered
  const active = async (): Promise<any[]> =>
    (await shop.world.read('catalog.products.list', { query: { limit: 100, sort: 'createdAt' } })).items;
  /** The products without what each change of them moves. */
  const shown = async () => (await active()).map(({ rev: _rev, updatedAt: _at, valuesRev: _values, ...row }) => row);
  const find = async (title: string) => {
    const found = (await active()).find((each) => each.title === title);
    if (!found) throw new Error(`there is no ${title}`);
    return found;
  };

  test('after an import of 30 lines, the products are as they were before, and their codes are free', async () => {
    await shop.world.done('metafield.definition.create', {
      target: 'product',
      key: 'koli',
      type: 'integer',
      label: 'Koli',
    });
    for (let nth = 1; nth <= 10; nth += 1)
      await shop.product(`Eski ${nth}`, { price: 1_000 + nth, stock: nth, sku: `ESKI-${nth}` });
    const before = await shown();
    const lines = [
      ...Array.from({ length: 10 }, (_, at) => `ESKI-${at + 1};;Yeni ad ${at + 1};99,00;${at + 50};7;`),
      ...Array.from({ length: 18 }, (_, at) => `YENI-${at + 1};${8690000000100 + at};Yeni ${at + 1};5,00;3;2;`),
      'YENI-V;;Gömlek;80,00;;;',
      ';8690000000999;M;;4;;+',
    ];
    const text = `sku;barcode;title;price;stock;field:koli;variantId\n${lines.join('\n')}\n`;
    const { id, counts } = await imported(text);
    expect(counts).toEqual({ created: 20, changed: 10, unchanged: 0, proposed: 0, refused: 0 });
    expect(await shown()).toHaveLength(29);

    const proposal = await undone(id);
    // Ten titles, prices, stocks and fields, and nineteen products.
    expect(proposal).toMatchObject({ state: 'applied', items: { total: 59, applied: 59, skipped: 0 } });
    expect(await shown()).toEqual(before);

    const again = await undo(id);
    expect(again).toMatchObject({ status: 409, code: 'invalid_state' });
    // Nothing of the shop is in the way of the corrected table, nor of the same one.
    expect((await imported(text)).counts).toMatchObject({ created: 20, changed: 10, refused: 0 });
    expect(await find('Yeni 1')).toMatchObject({ handle: 'yeni-1', barcode: '8690000000100' });
  });

  test('what was edited or sold since stays, and is told with the reason', async () => {
    const { id: kept } = await shop.product('Eski', { price: 1_000, stock: 1, sku: 'ESKI' });
    const text =
      'sku;title;price;stock\nESKI;Eski;5,00;9\nA;Elma;5,00;9\nB;Armut;5,00;9\nC;Ayva;5,00;9\nD;Dut;5,00;9\n';
    const { id } = await imported(text);
    const [apple, pear, quince] = [await find('Elma'), await find('Armut'), await find('Ayva')];
    await shop.world.done('metafield.definition.create', {
      target: 'product',
      key: 'koli',
      type: 'integer',
      label: 'Koli',
    });
    await shop.world.done('catalog.product.update', { productId: apple.id, brand: 'Bahçe' });
    await shop.world.done('catalog.stock.adjust', { targetId: pear.id, delta: -1 });
    await shop.world.done('metafield.set', { ownerId: quince.id, key: 'koli', value: 3 });
    await shop.world.done('catalog.price.set', { targetId: kept, price: 700 });
    const proposal = await undone(id);
    expect(proposal).toMatchObject({ state: 'applied', items: { total: 6, applied: 2, skipped: 4 } });
    const left = proposal.list.filter(({ state }: { state: string }) => state === 'skipped');
    expect(left.map(({ problem }: { problem: object }) => problem)).toEqual(
      Array(4).fill(expect.objectContaining({ code: 'invalid_state', state: 'changed' })),
    );
    expect((await active()).map(({ title }) => title).toSorted()).toEqual(['Armut', 'Ayva', 'Elma', 'Eski']);
    expect(await shop.read(kept)).toMatchObject({ price: 700, stock: 1 });
    expect(await shop.read(apple.id)).toMatchObject({ brand: 'Bahçe', status: 'active', sku: 'A' });
  });

  test('variants that were added cannot be taken back, and it says so', async () => {
    const { id: productId } = await shop.product('Gömlek', { sku: 'GML', variants: [{ title: 'S' }] });
    const { id } = await imported(`id;variantId;title;stock\n${productId};+;XL;2\n`);
    const proposal = await undone(id);
    expect(proposal.list).toMatchObject([
      { state: 'skipped', problem: { code: 'invalid_state', state: 'irreversible' } },
    ]);
    expect((await shop.read(productId)).variants).toHaveLength(2);
  });

  test('an import that was stopped and run again is taken back with what its first run has made', async () => {
    const written = Date.now() + 1;
    const first = await imported('title;price;stock\nBal;5,00;1\nPekmez;6,00;1\n', written);
    const second = await imported('title;price;stock\nBal;5,00;1\nPekmez;6,00;1\nReçel;7,00;1\n', written);
    expect(first.counts).toMatchObject({ created: 2 });
    expect(second.counts).toMatchObject({ created: 1, unchanged: 2 });
    expect(await undone(second.id)).toMatchObject({ items: { total: 3, applied: 3 } });
    expect(await active()).toEqual([]);
    // The same table, once more: each line makes its product anew, and the next run finds it done.
    expect((await imported('title;price;stock\nBal;5,00;1\n', written)).counts).toMatchObject({ created: 1 });
    expect((await imported('title;price;stock\nBal;5,00;1\n', written)).counts).toMatchObject({ unchanged: 1 });
    expect(await active()).toHaveLength(1);
  });
});
