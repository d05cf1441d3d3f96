import { createMailActivities } from '../../activities/mail.delivery';
import { NewBrowsers } from '../../src/store/new-browsers';
import { type Inbox, openInbox } from '../mail/inbox';
import { openSite, type Site } from '../surfaces/site';
import { outsideOfWorker } from '../world/activity';
import { eventually } from '../world/eventually';
import { PASSWORD } from '../world/world';

describe('store.owner.alert', () => {
  let site: Site;
  let inbox: Inbox;
  beforeEach(async () => {
    inbox = await openInbox(0);
    site = await openSite({ environment: { SMTP_URL: inbox.url } });
  });
  afterEach(async () => {
    await site.close();
    await inbox.close();
  });

  const login = (headers: Record<string, string> = {}, password = PASSWORD) =>
    site.call('POST', '/v1/auth/login', { body: { email: site.world.email, password }, headers });
  const mails = () => site.rows<{ id: string; text: string }>('SELECT id, body AS text FROM mail ORDER BY id');
  const count = async () => (await mails()).length;

  test('an owner is written to about a browser that is new to the log-in, and about no known one', async () => {
    const first = await login({ 'User-Agent': 'Firefox https://evil.example' });
    await eventually(async () => (await count()) === 1);
    const browser = first.headers.getSetCookie()[1]?.split(';')[0] as string;
    expect((await login({ Cookie: browser })).status).toBe(200);
    expect((await login({}, 'wrong')).status).toBe(401);
    await login({ 'User-Agent': 'Opera' });
    await eventually(async () => (await count()) === 2);
    const [mail] = await mails();
    const input = { storeId: site.world.storeId, mailId: mail?.id ?? '' };
    expect(await outsideOfWorker(() => createMailActivities(site.world.platform).deliverMail(input))).toBe('sent');
    expect(inbox.taken[0]?.to).toBe(site.world.email);
    // The name is the browser's own word: nothing of it may become a link.
    expect(mail?.text).toContain('Firefox https[:]//evil[.]example');
    expect(mail?.text).toMatch(/\/panel\/account\n/);
  });

  test('a browser that calls itself as the own one does is told of at once, if it comes from another network', async () => {
    const { bus, database, log } = site.world.platform;
    const alerts = new NewBrowsers({ bus, database, log, sendsMails: true });
    const account = { id: site.world.owner.id, storeId: site.world.storeId };
    const told = async (...sites: readonly string[]): Promise<number> => {
      for (const place of sites) {
        alerts.tell({ account, loginId: 'own_x', device: 'Firefox', site: place });
        await alerts.close();
      }
      return count();
    };
    expect(await told('192.0.2.1', '192.0.2.7')).toBe(1);
    expect(await told('198.51.100.1')).toBe(2);
    expect(await told('2001:db8:1::/48', '2001:db8:1::/48', '2001:db8:2::/48')).toBe(4);
  });

  test('one kind of browser that comes again and again is told of once in a while', async () => {
    for (let i = 0; i < 4; i += 1) expect((await login({ 'User-Agent': 'curl' })).status).toBe(200);
    await login({ 'User-Agent': 'Opera' });
    await eventually(async () => (await mails()).some(({ text }) => text.includes('Opera')));
    expect((await mails()).filter(({ text }) => text.includes('curl')).length).toBeLessThanOrEqual(2);
  });
});
