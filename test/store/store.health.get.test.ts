import { registry } from '../../src/registry';
import { createWorld, type World } from '../world/world';
import { company } from './identity';

interface Point {
  readonly point: string;
  readonly done: boolean;
  readonly why: { readonly tr: string } | null;
  readonly link: string | null;
  readonly mend: { readonly capability: string };
  readonly blocks: string[];
}

describe('store.health.get', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  });
  afterEach(() => world.close());

  const health = (): Promise<{ state: string; points: Point[] }> => world.read('store.health.get');
  const open = async () => (await health()).points.filter(({ done }) => !done).map(({ point }) => point);

  const settings = {
    deliveryMinDays: 1,
    deliveryMaxDays: 3,
    returnCarrier: 'Aras Kargo',
    returnCostBorneBy: 'store',
    returnCostDisclosure: null,
    cashOnDelivery: false,
    cashOnDeliveryFee: 0,
    cashOnDeliveryCap: null,
    bankAccounts: [],
  };

  test('tells of each step why it is not done and where it is mended, until nothing closes the checkout', async () => {
    const fresh = await health();
    expect(fresh.state).toBe('draft');
    for (const { done, why, blocks } of fresh.points) {
      expect(why === null).toBe(done);
      if (done) expect(blocks).toEqual([]);
    }
    // A step that its owner marks says what has to be there before, and where the law does.
    const marked = fresh.points.filter(({ mend }) => mend.capability === 'settings.flag.set');
    expect(new Set(marked.map(({ why }) => why?.tr)).size).toBe(5);
    expect(marked.flatMap(({ link }) => (link ? [new URL(link).host] : []))).toEqual([
      'www.mevzuat.gov.tr',
      'www.mevzuat.gov.tr',
      'www.mevzuat.gov.tr',
      'etbis.eticaret.gov.tr',
    ]);
    for (const { mend } of fresh.points) expect(registry.mutation(mend.capability)?.id).toBe(mend.capability);

    await world.done('settings.identity.update', company);
    expect(await open()).not.toContain('identity');
    await world.done('settings.checkout.update', { ...settings, deliveryMinDays: null, deliveryMaxDays: null });
    expect(await open()).toContain('checkout');
    await world.done('settings.checkout.update', { ...settings, returnCarrier: null });
    expect(await open()).toContain('checkout');
    await world.done('settings.checkout.update', settings);
    expect(await open()).not.toContain('checkout');
    expect(await open()).toContain('payment');
    await world.done('settings.checkout.update', { ...settings, cashOnDelivery: true });
    expect(await open()).not.toContain('payment');
    const account = { bank: 'Ziraat', holder: 'Kahve', iban: 'TR330006100519786457841326' };
    await world.done('settings.checkout.update', { ...settings, bankAccounts: [account] });
    expect(await open()).not.toContain('payment');
    const { id: productId } = await world.done('catalog.product.create', {
      title: 'Filtre kahve',
      price: 9_900,
      vatRate: 1,
    });
    expect(await open()).not.toContain('product');
    for (const flag of ['salesContract', 'returnPolicy', 'privacyNotice', 'etbis']) {
      expect((await health()).state).toBe('draft');
      await world.done('settings.flag.set', { flag, set: true });
    }
    // A design and a trial order are advice.
    expect(await health()).toMatchObject({ state: 'live' });
    expect(await open()).toEqual(['design', 'testOrder']);
    await world.done('catalog.product.archive', { productId });
    expect(await health()).toMatchObject({ state: 'draft' });
    expect((await health()).points.find(({ point }) => point === 'product')?.blocks).toEqual(['checkout_disabled']);
  });
});
