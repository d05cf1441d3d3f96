// tier: all
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Api, startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import type { RunningWorker } from '../../src/worker';
import { type CargoShop, cargoShop } from '../order/parcels';
import { mintAgent } from '../proposal/agents';
import { company } from '../store/identity';
import { startTestWorker } from '../world/worker';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

describe('parcels by a provider, and documents, on the page of an order', () => {
  let shop: CargoShop;
  let worker: RunningWorker;
  let api: Api;
  let panel: Panel;
  beforeAll(async () => {
    shop = await cargoShop();
    const { world } = shop;
    worker = await startTestWorker(world);
    api = await startApi(world.platform, world.config, createLog('test', 'silent'));
    panel = await signedIn(api.url, world);
  });
  attended(() => [panel, api, worker, shop]);

  const dialog = () => panel.page.getByRole('dialog');
  const offered = (name: string) => panel.page.getByRole('main').getByRole('button', { name, exact: true });
  const parcels = () => panel.page.getByRole('region', { name: 'Gönderiler' }).getByRole('listitem');

  /** For eyes, and for what is wider than a phone. */
  const onBoth = async (name: string): Promise<void> => {
    const { page } = panel;
    await panel.picture(`${name} 1280`);
    await page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await page.setViewportSize(desktop);
  };

  /** What the browser saves once this is pressed. */
  const saved = async (name: string | RegExp): Promise<{ name: string; bytes: Buffer }> => {
    const { page } = panel;
    const download = page.waitForEvent('download');
    await page.getByRole('main').getByRole('button', { name }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };

  test('an offer is asked for, chosen and booked; its label is printed and its place asked for', async () => {
    const { page } = panel;
    const id = await shop.paid();
    await panel.open(`/orders/${id}`);
    await offered('Teklif al').click();
    await dialog().getByLabel('Fincan').fill('1');
    await dialog().getByLabel('Uzunluk (cm)').fill('12');
    await dialog().getByLabel('Genişlik (cm)').fill('10');
    await dialog().getByLabel('Yükseklik (cm)').fill('8');
    await dialog().getByLabel('Ağırlık (g)').fill('450');
    await onBoth('ask for offers');
    await dialog().getByRole('button', { name: 'Teklif al', exact: true }).click();
    const aras = dialog()
      .getByRole('radio', { name: /Aras Kargo/ })
      .first();
    await aras.check();
    await dialog().getByText('Koli: 12 × 10 × 8 cm, 450 g').waitFor();
    await onBoth('offers');
    const named = await dialog()
      .getByRole('button', { name: /^Kargola: / })
      .textContent();
    await dialog()
      .getByRole('button', { name: /^Kargola: / })
      .click();
    await dialog().waitFor({ state: 'detached' });
    const parcel = parcels().first();
    await parcel.getByText('Kargoya hazır').waitFor();
    const [cup, pot] = (await shop.order(id)).lines;
    const [shipment] = (await shop.order(id)).shipments;
    expect(shipment).toMatchObject({
      carrier: 'aras',
      extension: 'geliver',
      pieces: [
        { lineId: cup.id, quantity: 1 },
        { lineId: pot.id, quantity: 1 },
      ],
    });
    const price = (named ?? '').replace('Kargola: ', '');
    await parcel.getByText(price).waitFor();
    expect(shop.bookedAt()).toBe(1);
    const label = await saved(/Etiket$/);
    expect(label.name).toMatch(new RegExp(`^${shipment.id}\\.(pdf|zpl|png)$`));
    expect(label.bytes.length).toBeGreaterThan(100);
    await offered('Yerini sor').click();
    await onBoth('ask where');
    await dialog().getByRole('button', { name: 'Sor', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    await parcel.getByText(/Son sorgu/).waitFor();
    await onBoth('booked');
    // The cup that is left may leave by another parcel.
    await offered('Teklif al').waitFor();
    expect(page.url()).toContain(id);
  });

  test('what keeps an offer away is told where it was asked for, and what nobody knows says what to do', async () => {
    const { world } = shop;
    const id = await shop.paid();
    await panel.open(`/orders/${id}`);
    shop.simulator.faults.set({ down: true });
    await offered('Teklif al').click();
    await dialog().getByRole('button', { name: 'Teklif al', exact: true }).click();
    await dialog().getByRole('alert').waitFor();
    shop.simulator.faults.clear();
    await dialog().getByRole('button', { name: 'Teklif al', exact: true }).click();
    await dialog().getByRole('radio').first().waitFor();
    await dialog().getByRole('button', { name: 'Geri', exact: true }).click();
    expect(await dialog().getByLabel('Cezve').inputValue()).toBe('1');
    await dialog().getByRole('button', { name: 'Vazgeç' }).click();
    const { id: shipmentId } = await shop.book(id);
    await shop.ended(id);
    await world.sql(
      `UPDATE order_shipment SET state = 'unknown', remote_id = NULL, tracking_number = NULL, failure = 'Yanıt gelmedi', rev = rev + 1 WHERE id = '${shipmentId}'`,
    );
    const parcel = parcels().first();
    await parcel.getByText('Ne olduğu bilinmiyor').waitFor();
    await parcel.getByText(/Geliver ne olduğunu söylemiyor/).waitFor();
    await parcel.getByText('Yanıt gelmedi').waitFor();
    expect(await parcel.getByRole('button', { name: /Etiket$/ }).count()).toBe(0);
    expect(await parcel.getByRole('button', { name: 'Yerini sor' }).count()).toBe(0);
    await onBoth('unknown');
    const [{ id: remoteId }] = (await shop.control('GET', '/shipments')) as [{ id: string }];
    await parcel.getByRole('button', { name: 'Durumu kaydet' }).click();
    await dialog().getByRole('combobox', { name: 'Kargo durumu' }).click();
    await panel.page.getByRole('option', { name: 'Kargoya hazır' }).click();
    await dialog().getByLabel('Sağlayıcıdaki kimlik').fill(remoteId);
    await onBoth('found at the provider');
    await dialog().getByRole('button', { name: 'Kaydet', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    // Its label is printed and it is asked for, as that of any other.
    await parcel.getByRole('button', { name: /Etiket$/ }).waitFor();
    expect(await shop.order(id)).toMatchObject({ shipments: [{ remoteId }] });
  });

  test('a booking that an agent proposes is read with the name of its carrier', async () => {
    const { world } = shop;
    const id = await shop.paid();
    const agent = await mintAgent(world, { scopes: ['orders:read', 'orders:write', 'proposals:write'] });
    const { proposalId } = await shop.book(id, {}, agent);
    await world.done('proposal.submit', { proposalId }, { as: agent });
    await panel.open(`/proposals/${proposalId}`);
    const booking = panel.page.getByRole('listitem', { name: /^1\./ });
    await booking.getByText('PTT Kargo').first().waitFor();
    await onBoth('review');
  });

  test('the legal documents of an order are saved as they were agreed on', async () => {
    // A store has documents once it has said who sells.
    await shop.world.done('settings.identity.update', company);
    const id = await shop.paid();
    const { documents } = await shop.order(id);
    await panel.open(`/orders/${id}`);
    const card = panel.page.getByRole('region', { name: 'Belgeler' });
    await card.getByRole('listitem', { name: 'Ön bilgilendirme formu' }).waitFor();
    await onBoth('documents');
    const html = await saved('Mesafeli satış sözleşmesi: HTML');
    const digest = createHash('sha256').update(html.bytes).digest('hex');
    expect(html.name).toMatch(/\.html$/);
    expect(documents.find(({ kind }: { kind: string }) => kind === 'distance_contract')).toMatchObject({ digest });
    const pdf = await saved('Mesafeli satış sözleşmesi: PDF');
    expect(pdf.name).toMatch(/\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
