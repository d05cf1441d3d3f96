import { openSite, type Site } from '../surfaces/site';
import { Tezgah } from './tezgah';

describe('tezgah setup', () => {
  let site: Site;
  let tezgah: Tezgah;
  beforeAll(async () => {
    site = await openSite();
    await site.world.sql('DELETE FROM owner_session; DELETE FROM owner_account');
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_RETRY_SECONDS: '5' });
  });
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  const words = ['--store', 'Zeytin Dükkânı', '--email', 'ilk@example.com', '--password-stdin'];
  const setup = (link: string, password = 'uzun bir parola\n', as = tezgah) =>
    as.run(['setup', '--link', link, ...words], password);

  test('opens the first store on a machine without a browser, and its owner is logged in', async () => {
    const link = String(await site.api.setupLink());
    const short = await setup(link, 'kısa\n');
    expect([short.code === 0, short.stderr]).toEqual([false, expect.stringContaining('/password')]);
    const { code, stdout, stderr } = await setup(link, undefined, tezgah.with({ TEZGAH_TOKEN: 'tzg_dev_over' }));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Zeytin Dükkânı is open \(str_\w+\)\. Logged in at .* as ilk@example\.com\.\n$/);
    const whoami = await tezgah.run(['whoami', '--json']);
    expect(whoami.json).toMatchObject({ kind: 'owner', store: { name: 'Zeytin Dükkânı' } });
  });

  test('says that a link is over, and what is no link', async () => {
    const over = await setup(`${site.url}/panel/setup#used`);
    expect([over.code === 0, over.stderr]).toEqual([false, expect.stringMatching(/^link_over: The link is over/)]);
    const none = await setup(`${site.url}/panel/setup`);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('That is no link to set up with')]);
    const missing = await tezgah.run(['setup', ...words], 'x');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--link is required.')]);
  });
});
