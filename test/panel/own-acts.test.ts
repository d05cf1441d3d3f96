// tier: all
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { orderOf } from '../order/session';
import { eventually } from '../world/eventually';
import { asSuperuser } from '../world/superuser';
import { startTestWorker } from '../world/worker';
import { createWorld, type World } from '../world/world';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

const PRODUCTS = 4;

describe('an act of the owner in the panel', () => {
  let world: World;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    world = await createWorld();
    worker = await startTestWorker(world);
    api = await startApi(world.platform, world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, world);
  });
  attended(() => [panel, api, worker, world]);

  const button = (name: string | RegExp) => panel.page.getByRole('button', { name });
  const seen = async (name: string): Promise<void> => {
    for (const size of [desktop, phone]) {
      await panel.page.setViewportSize(size);
      expect([name, await panel.contentWidth()]).toEqual([name, size.width]);
      await panel.picture(`${name}-${size.width}`);
    }
    await panel.page.setViewportSize(desktop);
  };
  const products = async (): Promise<string[]> => {
    const ids: string[] = [];
    for (let nth = 1; nth <= PRODUCTS; nth += 1)
      ids.push(
        (await world.done('catalog.product.create', { title: `Cezve ${nth}`, price: nth * 1_000, stock: 5 })).id,
      );
    return ids;
  };
  const setPrices = async (ids: readonly string[], price: number): Promise<void> => {
    for (const targetId of ids) await world.done('catalog.price.set', { targetId, price });
  };
  const read = (proposalId: string) => world.read('proposals.get', { params: { prp: proposalId } });
  /** Asks for other prices of all of them. @returns the act, once its owner may decide on it */
  const asked = async (ids: readonly string[]): Promise<string> => {
    const { proposalId } = await world.read('bulk.prices.change', { body: { ids, percent: 10 } });
    await eventually(async () => (await read(proposalId)).state === 'submitted');
    return proposalId;
  };

  test('tells what it will skip, and its button counts what it will apply', async () => {
    const { page } = panel;
    const ids = await products();
    const proposalId = await asked(ids);
    await setPrices(ids.slice(0, 3), 99_900);
    await panel.open(`/proposals/${proposalId}`);
    await button(/^1 değişikliği onayla ve uygula/).waitFor();
    await page.getByText(/^3 × Atlanır/).waitFor();
    expect(await page.getByText(/[Dd]urur/).count()).toBe(0);
    await seen('own-act-skips');
    await button(/^1 değişikliği onayla ve uygula/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 tanesi şimdi uygulanamaz ve atlanır.').waitFor();
    expect(await dialog.getByText(/durdurur/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByText(`1 / ${PRODUCTS} uygulandı`).waitFor();
  });

  test('that nobody has decided on is called by what it does, counts in no badge, and is dropped by one press', async () => {
    const { page } = panel;
    const proposalId = await asked(await products());
    const waiting = (bulk: boolean) => world.read('proposals.list', { query: { state: 'submitted', bulk } });
    const firstCall = { command: 'catalog.price.set', carrier: null, takesBack: false };
    expect((await waiting(true)).items).toMatchObject([{ id: proposalId, firstCall }]);
    expect((await waiting(false)).items).toEqual([]);
    await panel.open();
    await page.getByRole('heading', { name: 'Sizi bekleyenler' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText(/öneri onayınızı bekliyor/).count()).toBe(0);
    const wait = (reason: string | null) =>
      asSuperuser(world, 'UPDATE proposal SET reason = $2 WHERE id = $1 RETURNING id', [proposalId, reason]);
    await wait('The act waits for an owner.');
    await panel.open();
    await page.getByText('1 öneri onayınızı bekliyor').first().waitFor();
    await wait(null);
    await panel.open('/proposals');
    const own = page.getByRole('list', { name: 'Toplu işlemleriniz' });
    const act = own.getByRole('link', { name: new RegExp(`· ${PRODUCTS} öğe`) }).first();
    await act.waitFor();
    expect(await page.getByText('Notsuz öneri').count()).toBe(0);
    expect(await own.locator('.attention').count()).toBe(0);
    // A badge would be a part of the name.
    await page.getByRole('link', { name: 'Öneriler', exact: true }).waitFor();
    await seen('own-acts');
    await act.click();
    await button('Vazgeç').waitFor();
    expect(await button('Reddet').count()).toBe(0);
    await seen('own-act-drop');
    await button('Vazgeç').click();
    await eventually(async () => (await read(proposalId)).state === 'withdrawn');
    await page.getByRole('heading', { name: new RegExp(`· ${PRODUCTS} öğe`) }).waitFor();
    expect(await read(proposalId)).toMatchObject({ reason: null, items: { dropped: PRODUCTS } });
  });

  test('that ships is called by its carrier too', async () => {
    const [productId = ''] = await products();
    const { id } = await orderOf(world, [{ productId }]);
    const { proposalId } = await world.read('bulk.orders.ship', { body: { ids: [id], carrier: 'yurtici' } });
    await eventually(async () => (await read(proposalId)).state === 'submitted');
    await panel.open(`/proposals/${proposalId}`);
    await panel.page.getByRole('heading', { name: /· 1 öğe · Yurtiçi Kargo$/ }).waitFor();
    await seen('own-act-carrier');
  });

  test('of which nothing was applied says so, in place of that it was applied', async () => {
    const { page } = panel;
    const ids = await products();
    const proposalId = await asked(ids);
    await panel.open(`/proposals/${proposalId}`);
    await button(/onayla ve uygula/).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Onayla ve uygula' }).click();
    await page.getByText(`${PRODUCTS} / ${PRODUCTS} uygulandı`).waitFor();
    await setPrices(ids, 99_900);
    const { proposalId: undoing } = await world.read('bulk.changes.undo', { body: { ids: [proposalId] } });
    await eventually(async () => (await read(undoing)).state === 'applied');
    await panel.open(`/proposals/${undoing}`);
    await page.getByRole('heading', { name: new RegExp(`^Geri alma: .* · ${PRODUCTS} öğe$`) }).waitFor();
    await page.getByText('Hiçbiri uygulanmadı').waitFor();
    await page.getByText(`0 / ${PRODUCTS} uygulandı`).waitFor();
    await seen('own-act-in-vain');
  });
});
