import { openSite, type Site } from '../surfaces/site';
import { openGateway } from './gateway';
import { Tezgah } from './tezgah';

describe('tezgah setup', () => {
  let site: Site;
  let tezgah: Tezgah;
  beforeAll(async () => {
    site = await openSite();
    await nobody();
    tezgah = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_RETRY_SECONDS: '5' });
  });
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  const nobody = () => site.world.sql('DELETE FROM owner_session; DELETE FROM owner_account');
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

  test('logs in where the store is open already, e.g. because the answer was lost; another password does not', async () => {
    await nobody();
    const gateway = await openGateway(site.url);
    const link = String(await site.api.setupLink()).replace(site.url, gateway.url);
    gateway.next('lost');
    const through = tezgah.with({ TEZGAH_URL: gateway.url });
    const { code, stdout, stderr } = await setup(link, undefined, through);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/Trying again.*\nThe store is open: log in\.\n$/)]);
    expect(stdout).toMatch(/^Logged in at .* as ilk@example\.com, until .*\.\n$/);
    expect((await through.run(['whoami', '--json'])).json.store.name).toBe('Zeytin Dükkânı');
    const other = await setup(link, 'bambaşka bir parola\n', through);
    expect([other.code, other.stderr]).toEqual([
      3,
      expect.stringMatching(/^The store is open: log in\.\ninvalid_login/),
    ]);
    await gateway.close();
  });

  test('goes to the address of the link, and to no other: neither to the one of the surroundings nor to a default', async () => {
    await nobody();
    const link = String(await site.api.setupLink());
    const stranger = await openGateway(site.url);
    const lost = tezgah.with({ TEZGAH_URL: stranger.url, TEZGAH_TOKEN: 'tzg_dev_secret' });
    const stated = await lost.run(['--url', stranger.url, 'setup', '--link', link, ...words], 'uzun bir parola\n');
    expect([stated.code, stated.stderr]).toEqual([2, expect.stringContaining(`The link is of ${site.url}`)]);

    const { code, stdout, stderr } = await setup(link, undefined, lost);
    expect([code, stderr]).toEqual([0, `Other calls go there with --url ${site.url}, or TEZGAH_URL.\n`]);
    expect(stdout).toContain(`Logged in at ${site.url} as ilk@example.com.`);
    expect(stranger.seen).toEqual([]);
    expect((await tezgah.with({ TEZGAH_URL: site.url }).run(['whoami', '--json'])).json.kind).toBe('owner');

    // The token alone says no address.
    const token = link.slice(link.indexOf('#') + 1);
    expect((await setup(token, undefined, tezgah)).stderr).toContain('The store is open: log in.');
    await stranger.close();
  });

  test('says that a link is over, and what is no link', async () => {
    await nobody();
    const over = await setup(`${site.url}/panel/setup#used`);
    expect([over.code === 0, over.stderr]).toEqual([false, expect.stringMatching(/^link_over: The link is over/)]);
    const none = await setup(`${site.url}/panel/setup`);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('That is no link to set up with')]);
    const missing = await tezgah.run(['setup', ...words], 'x');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('--link is required.')]);
  });
});
