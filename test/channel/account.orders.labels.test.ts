import { buffer } from 'node:stream/consumers';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { FileAnswer } from '../../src/kernel/declaration/file';
import { newId } from '../../src/kernel/ids';
import { cargoShop } from '../order/parcels';
import { orderOf } from '../order/session';
import type { World } from '../world/world';
import { openPackages } from './packages';

jest.setTimeout(120_000);

/** The sizes of sheets, in points. */
const PICTURE = '283 × 369';
const A6 = '298 × 420';
const CARRIER_PDF = '283 × 425';

const asked = (world: World, ids: readonly string[], more: object = {}) =>
  world.read('account.orders.labels', { as: world.owner, body: { ids, ...more } });

/** The refusal of labels: its code, and the places that it names. */
const refusalOf = (labels: Promise<unknown>): Promise<readonly [string, readonly string[]]> =>
  labels.then(
    () => ['none', []],
    ({ code, options }) => [code, (options.errors ?? []).map(({ pointer }: { pointer: string }) => pointer)],
  );

interface Sheet {
  readonly size: string;
  readonly text: string;
}

async function sheetsOf(file: FileAnswer): Promise<Sheet[]> {
  expect(file).toMatchObject({ type: 'application/pdf', name: 'etiketler.pdf' });
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(await buffer((await file.open()) as never));
  const sheets = [...document.pages()].map((page) => {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    return {
      size: `${Math.round(originalWidth)} × ${Math.round(originalHeight)}`,
      text: page.getText().replaceAll(/\s+/g, ' '),
    };
  });
  document.destroy();
  library.destroy();
  return sheets;
}
const sizesOf = async (file: FileAnswer): Promise<string[]> => (await sheetsOf(file)).map(({ size }) => size);

describe('account.orders.labels of packages of a marketplace', () => {
  let packages: Awaited<ReturnType<typeof openPackages>>;
  let world: World;
  let own: string;
  beforeAll(async () => {
    packages = await openPackages();
    ({ world } = packages.site);
    const { id: productId } = await world.done('catalog.product.create', { title: 'Sini', price: 9_900, stock: 9 });
    own = (await orderOf(world, [{ productId }])).id;
  });
  afterAll(() => packages?.close());

  test('one file has labels of the marketplace and own ones on A6, in the order of the list', async () => {
    const [first, second] = [await packages.place('Picking'), await packages.place('Picking')];
    const sheets = await sheetsOf(await asked(world, [second.orderId, own, first.orderId]));
    expect(sheets.map(({ size }) => size)).toEqual([PICTURE, A6, PICTURE]);
    expect(sheets[1]?.text).toContain('ALICI');
    const looks = await packages.site.rows(
      "SELECT command FROM audit_row WHERE command = 'account.orders.labels' AND outcome = 'done'",
    );
    expect(looks).toHaveLength(1);
  });

  test('says of each order without a label why, and leaves it out where that is wanted', async () => {
    const [ready, early, gone] = [
      await packages.place('Picking'),
      await packages.place(),
      await packages.place('Cancelled'),
    ];
    const ids = [early.orderId, ready.orderId, gone.orderId, own];
    expect(await refusalOf(asked(world, ids))).toEqual(['invalid_state', ['/ids/0', '/ids/2']]);
    const file: FileAnswer = await asked(world, ids, { partial: true });
    expect(file.leftOut).toMatchObject([
      { pointer: '/ids/0', code: 'invalid_state', message: expect.stringContaining('not prepared') },
      { pointer: '/ids/2', code: 'invalid_state' },
    ]);
    expect(await sizesOf(file)).toEqual([PICTURE, A6]);
    const alone = asked(world, [early.orderId], { partial: true });
    expect(await refusalOf(alone)).toEqual(['invalid_state', ['/ids/0']]);
  });

  test('names an order that is not there, and draws nothing', async () => {
    const unknown = newId('ord');
    expect(await refusalOf(asked(world, [own, unknown], { partial: true }))).toEqual(['not_found', ['/ids/1']]);
  });
});

describe('account.orders.labels of parcels of a provider', () => {
  test('draws PDF, ZPL and pictures of carriers on sheets of their size, and own labels for other carriers', async () => {
    const shop = await cargoShop();
    try {
      const { world } = shop;
      const booked: string[] = [];
      const ids: string[] = [];
      for (const wanted of ['SURAT', 'YURTICI', 'PTT']) {
        const id = await shop.paid();
        const { reference, offers } = await shop.offers(id);
        const offer = offers.find(({ carrier }: { carrier: string }) => carrier === wanted);
        const { offerId, carrier, service, price } = offer;
        const body = { extension: 'geliver', reference, offerId, carrier, service, price };
        const made = await world.read('orders.cargo.book', { as: world.developer, params: { ord: id }, body });
        ids.push(id);
        booked.push(made.id);
      }
      const handed = await shop.paid();
      await world.done('order.ship', { orderId: handed, carrier: 'yurtici', trackingNumber: '70001' });
      // Nobody has asked the provider yet.
      expect(await refusalOf(asked(world, [...ids, handed]))).toEqual([
        'invalid_state',
        ['/ids/0', '/ids/1', '/ids/2'],
      ]);
      for (const id of booked) await shop.stepBooking(id);
      const sheets = await sheetsOf(await asked(world, [ids[2] as string, handed, ids[0] as string, ids[1] as string]));
      expect(sheets.map(({ size }) => size)).toEqual([PICTURE, A6, CARRIER_PDF, PICTURE]);
      expect(sheets[1]?.text).toContain('70001');
    } finally {
      await shop.close();
    }
  });
});
