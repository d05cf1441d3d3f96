// tier: all
import { createMailActivities } from '../../activities/mail.delivery';
import { type Inbox, openInbox } from '../mail/inbox';
import { openSite, type Site } from '../surfaces/site';
import { outsideOfWorker } from '../world/activity';
import { eventually } from '../world/eventually';
import { PASSWORD } from '../world/world';
import { attended, desktop, openPanel, type Panel, phone } from './browser';

const NEW = 'yepyeni bir parola';

describe('an owner who has lost the password, in the browser', () => {
  let inbox: Inbox;
  let site: Site;
  let panel: Panel;

  beforeAll(async () => {
    inbox = await openInbox(0);
    site = await openSite({ environment: { SMTP_URL: inbox.url } });
    panel = await openPanel(site.url);
  });
  attended(() => [panel, site, inbox]);

  /** The page as it is seen on a desk and on a phone. */
  const seen = async (name: string) => {
    for (const [size, view] of [
      ['1280', desktop],
      ['390', phone],
    ] as const) {
      await panel.page.setViewportSize(view);
      expect(await panel.contentWidth()).toBeLessThanOrEqual(view.width);
      await panel.picture(`${name}-${size}`);
    }
    await panel.page.setViewportSize(desktop);
  };
  /** The place in the panel to which the newest mail leads. */
  async function linkMailed(): Promise<string> {
    await eventually(async () => (await site.rows(`SELECT id FROM mail WHERE state = 'queued'`)).length === 1);
    const [mail] = await site.rows<{ id: string; storeId: string }>(
      `SELECT id, store_id AS "storeId" FROM mail WHERE state = 'queued'`,
    );
    const { id: mailId = '', storeId = '' } = mail ?? {};
    await outsideOfWorker(() => createMailActivities(site.world.platform).deliverMail({ storeId, mailId }));
    const text = inbox.taken.at(-1)?.text.replaceAll('=3D', '=') ?? '';
    return /\/panel(\/reset#[\w-]+)/.exec(text)?.[1] ?? '';
  }

  test('asks for a link where one logs in, sets a password with it, and logs in', async () => {
    const { page } = panel;
    await panel.open();
    await page.getByRole('button', { name: 'Oturum aç' }).waitFor();
    await seen('sign-in');
    await page.getByRole('link', { name: 'Şifremi unuttum' }).click();
    await page.getByLabel('E-posta').fill(site.world.email);
    await seen('forgot');
    await page.getByRole('button', { name: 'Bağlantı gönder' }).click();
    await page.getByText('Bu adresle oturum açan biri varsa').waitFor();
    await seen('forgot-sent');

    const place = await linkMailed();
    await panel.open(place);
    await page.getByLabel('Yeni parola', { exact: true }).fill(NEW);
    await seen('reset');
    await page.getByRole('button', { name: 'Parolayı kaydet' }).click();
    await page.getByText('Parolanız değişti.').waitFor();
    await seen('reset-done');
    await page.getByRole('link', { name: 'Oturum aç' }).click();
    await page.getByLabel('E-posta').fill(site.world.email);
    await page.getByLabel('Parola', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Oturum aç' }).click();
    await page.getByRole('heading', { name: 'Ana sayfa' }).waitFor();
    await page.getByRole('button', { name: 'Hesap' }).click();
    await page.getByRole('menuitem', { name: 'Oturumu kapat' }).click();

    // In English, with the link that was used.
    await page.getByText('EN', { exact: true }).click();
    await panel.open('/');
    await panel.open(place);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save the password' }).click();
    await page.getByText('The link is over').waitFor();
    await seen('reset-over');
    await page.getByRole('link', { name: 'Ask for another link' }).click();
    await page
      .getByRole('heading', { name: 'I forgot my password' })
      .or(page.getByRole('button', { name: 'Send a link' }))
      .first()
      .waitFor();
    await panel.open('/reset');
    await page.getByText('The link is not whole').waitFor();
  });
});
