// tier: all
import { newUlid } from '../../src/kernel/ids';
import type { RunningWorker } from '../../src/worker';
import { type Inbox, openInbox } from '../mail/inbox';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { startTestWorker } from '../world/worker';
import { attended, laptop, type Panel, phone, signedIn } from './browser';

/** Mails to the owner as they were kept so many days ago. @returns their ids */
async function kept(site: Site, daysAgo: readonly number[]): Promise<string[]> {
  const ids = daysAgo.map(() => `mai_${newUlid()}`);
  for (const [place, days] of daysAgo.entries())
    await site.rows(
      `INSERT INTO mail (store_id, id, owner_id, subject, body, state, created_at)
       SELECT $1, $2, id, $3, 'Metin', 'kept', now() - $4 * interval '1 day' FROM owner_account WHERE store_id = $1`,
      [site.world.storeId, ids[place], `Konu ${place + 1}`, days],
    );
  return ids;
}

const waiting = (panel: Panel) => panel.page.getByRole('region', { name: 'Sizi bekleyenler' });

/** For eyes, and for what is wider than a phone. */
async function onBoth(panel: Panel, name: string): Promise<void> {
  await panel.page.setViewportSize(phone);
  expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
  await panel.picture(`${name} 390`);
  await panel.page.setViewportSize(laptop);
  await panel.picture(`${name} 1366`);
}

describe('the mails of a shop that has a mail server by now', () => {
  let inbox: Inbox;
  let site: Site;
  let worker: RunningWorker;
  let panel: Panel;
  beforeAll(async () => {
    inbox = await openInbox(0);
    site = await openSite({ environment: { SMTP_URL: inbox.url } });
    worker = await startTestWorker(site.world);
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site, worker, inbox]);

  test('wait for the owner to say so, and go out once; an older one by a button of its own', async () => {
    const { page } = panel;
    const ids = await kept(site, [0, 1, 20]);
    // The log-in of the panel is told to its owner as well.
    const sent = () => inbox.taken.map(({ id }) => id).filter((id) => ids.some((own) => id === `<${own}@localhost>`));
    const dialog = page.getByRole('dialog');
    await panel.open();
    await waiting(panel).getByRole('link', { name: '2 e-posta saklandı, gönderilmeyi bekliyor' }).click();
    const told = page.getByRole('alert').filter({ hasText: '2 e-posta saklandı, gönderilmedi' });
    await told.waitFor();
    await onBoth(panel, 'mails kept');
    await told.getByRole('button', { name: 'Gönder…' }).click();
    await dialog.getByText('Son 3 günde saklanan 2 e-postanın her biri bir kez gönderilir.').waitFor();
    expect(sent()).toEqual([]);
    await dialog.getByRole('button', { name: '2 e-postayı gönder' }).click();
    await eventually(() => sent().length === 2);
    await told.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /Konu 3/ }).click();
    await page.getByRole('button', { name: 'Gönder…' }).click();
    await dialog.getByRole('button', { name: 'Gönder', exact: true }).click();
    await eventually(() => sent().length === 3);
    expect(sent().toSorted()).toEqual(ids.map((id) => `<${id}@localhost>`).toSorted());
    await panel.open();
    await page.getByRole('region', { name: 'Mağazanızda' }).waitFor();
    expect(
      await waiting(panel)
        .getByText(/e-posta/)
        .count(),
    ).toBe(0);
  });
});

describe('a shop without a mail server', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  test('says so where the day begins, where mails are, and where a letter would be promised', async () => {
    const { page } = panel;
    await kept(site, [0]);
    await panel.open();
    await waiting(panel).getByRole('link', { name: 'E-postalar gönderilmiyor: e-posta sunucusu ayarlanmamış' }).click();
    await page.getByRole('note').filter({ hasText: 'E-postalar gönderilmiyor' }).getByText('SMTP_URL').waitFor();
    await page.getByRole('button', { name: /Konu 1/ }).click();
    await page.getByText('Metin').waitFor();
    expect(await page.getByRole('button', { name: 'Gönder…' }).count()).toBe(0);
    await onBoth(panel, 'mails off');
    await panel.open('/settings/store');
    const step = page.getByRole('listitem').filter({ hasText: 'E-postaların gönderilmesi' });
    await step.getByText('satıştan önce gerekli').waitFor();
    await panel.picture('readiness without mails');
    const { id: productId } = await site.world.done('catalog.product.create', {
      title: 'Cezve',
      price: 9_900,
      stock: 9,
    });
    const { id } = await orderOf(site.world, [{ productId }], { terms: { method: 'transfer' } });
    await panel.open(`/orders/${id}`);
    await page.getByRole('button', { name: 'Siparişi iptal et' }).click();
    await page.getByRole('dialog').getByText('E-posta sunucusu ayarlanmadığı için e-posta gönderilmez.').waitFor();
    await onBoth(panel, 'cancel without mails');
  });
});
