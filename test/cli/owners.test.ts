import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { Tezgah } from './tezgah';

const NEW = 'yepyeni bir parola';

describe('tezgah owners reset', () => {
  let site: Site;
  let tezgah: Tezgah;
  beforeAll(async () => {
    site = await openSite();
    // No API answers there, and none is asked.
    tezgah = new Tezgah({ TEZGAH_URL: 'http://127.0.0.1:1', DATABASE_URL: site.world.config.databaseUrl });
  });
  afterAll(async () => {
    tezgah.remove();
    await site.close();
  });

  const login = async (password: string) =>
    (await site.call('POST', '/v1/auth/login', { body: { email: site.world.email, password } })).status;

  test('makes a link without a mail server, which sets a password once', async () => {
    expect((await site.call('POST', '/v1/auth/forgot', { body: { email: site.world.email } })).body).toEqual({
      mails: 'kept',
    });
    const { code, json } = await tezgah.run(['owners', 'reset', site.world.email.toUpperCase(), '--json']);
    expect([code, json.link]).toEqual([0, expect.stringMatching(/\/panel\/reset#[\w-]{43}$/)]);
    const token = new URL(json.link).hash.slice(1);
    const reset = () => site.call('POST', '/v1/auth/reset', { body: { token, password: NEW } });
    expect((await reset()).status).toBe(204);
    expect([await login(PASSWORD), await login(NEW)]).toEqual([401, 200]);
    expect((await reset()).body.code).toBe('link_over');
    const [told] = await site.rows<{ payload: object }>(
      `SELECT payload FROM audit_row WHERE command = 'store.owner.reset'`,
    );
    expect(told?.payload).toEqual({ by: 'operator' });
  });

  test('lets an owner in who has lost the authenticator as well, and only with the link that says so', async () => {
    await site.rows(
      `WITH l AS (SELECT login_id FROM owner_account WHERE store_id = $1),
         f AS (INSERT INTO login_factor (login_id, nonce, since) SELECT login_id, '\\x00', now() FROM l)
       UPDATE owner_account SET second_factor_since = now() WHERE store_id = $1`,
      [site.world.storeId],
    );
    const newLink = async (...flags: string[]): Promise<string> => {
      const { json } = await tezgah.run(['owners', 'reset', site.world.email, ...flags, '--json']);
      return new URL(json.link).hash.slice(1);
    };
    const reset = async (token: string) =>
      (await site.call('POST', '/v1/auth/reset', { body: { token, password: PASSWORD } })).status;
    const code = async () =>
      (await site.call('POST', '/v1/auth/login', { body: { email: site.world.email, password: PASSWORD } })).body.code;
    expect(await reset(await newLink())).toBe(204);
    expect(await code()).toBe('second_factor_needed');
    expect(await reset(await newLink('--second-factor'))).toBe(204);
    expect(await login(PASSWORD)).toBe(200);
    const [row] = await site.rows<{ changes: string }>(
      `SELECT changes::text FROM audit_row WHERE command = 'store.owner.reset' ORDER BY at DESC LIMIT 1`,
    );
    expect(row?.changes).toContain('secondFactorSince');
  });

  test('names the addresses where it was not said whose, or nobody has that one', async () => {
    const none = await tezgah.run(['owners', 'reset', 'kimse@example.com']);
    expect([none.code === 0, none.stderr]).toEqual([false, expect.stringContaining(site.world.email.toLowerCase())]);
    const many = await tezgah.run(['owners', 'reset']);
    expect([many.code === 0, many.stderr]).toEqual([false, expect.stringMatching(/Say whose: .*@/)]);
  });

  test('takes the only owner there is, and says what keeps it from the database', async () => {
    await site.world.sql(
      `DELETE FROM owner_session; DELETE FROM owner_account WHERE store_id <> '${site.world.storeId}'`,
    );
    const { code, json } = await tezgah.run(['owners', 'reset', '--json']);
    expect([code, json.email]).toEqual([0, site.world.email.toLowerCase()]);
    const away = await tezgah.with({ DATABASE_URL: '' }).run(['owners', 'reset']);
    expect([away.code === 0, away.stderr]).toEqual([false, expect.stringContaining('Tezgâh does not run')]);
  });
});
