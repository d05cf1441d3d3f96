import './installed';
import { openPanel, type Panel } from '../../panel/browser';
import { openSite, type Site } from '../../surfaces/site';

const extension = 'bazaar';

describe('the panel of a store with two marketplaces', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    const owner = { as: site.world.owner };
    await site.world.done('extension.install', { extension }, owner);
    await site.world.done('extension.configure', { extension, config: { stall: 'orta' } }, owner);
    await site.world.done('secret.set', { extension, key: 'passphrase', value: 'open sesame' }, owner);
    await site.world.done('extension.enable', { extension }, owner);
    panel = await openPanel(site.url);
    await panel.signIn(site.world);
  });
  afterAll(async () => {
    await panel?.close();
    await site?.close();
  });

  test('shows the one that is switched on first, and the other when it is chosen', async () => {
    const { page } = panel;
    const waiting = page.getByRole('main').getByRole('listitem').getByText('sırada');
    await panel.open('/jobs');
    await page.getByRole('heading', { level: 1, name: 'Bazaar işleri' }).waitFor();
    await page.getByRole('button', { name: 'Önizle' }).click();
    await waiting.waitFor();
    await panel.picture('two-marketplaces');
    await page.getByText('Trendyol', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Trendyol işleri' }).waitFor();
    expect(await waiting.count()).toBe(0);
    expect(await site.rows('SELECT extension, input FROM channel_job')).toEqual([
      { extension, input: { mode: 'preview' } },
    ]);
  });
});
