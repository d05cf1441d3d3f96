import { TOTP } from 'otpauth';
import { hashPassword, passwordSalt } from '../../src/account/password';
import { newId, newUlid } from '../../src/kernel/ids';
import { insertStore } from '../../src/store/store';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';

/** The codes of one authenticator, by the steps before and after now. */
const codesOf = (secret: string) => {
  const totp = new TOTP({ secret });
  return (steps = 0): string => totp.generate({ timestamp: Date.now() + steps * 30_000 });
};

let site: Site;
let session: OwnerSession;
beforeEach(async () => {
  site = await openSite();
  session = await site.login();
});
afterEach(() => site.close());

const login = (extra: object = {}, { password = PASSWORD, headers = {} } = {}) =>
  site.call('POST', '/v1/auth/login', { body: { email: site.world.email, password, ...extra }, headers });
const sessionOf = (answer: Awaited<ReturnType<typeof login>>): OwnerSession => ({
  cookie: answer.headers.getSetCookie()[0]?.split(';')[0] as string,
  csrfToken: answer.body.csrfToken,
});
const confirm = (extra: object = {}, as = session) =>
  site.call('POST', '/v1/auth/confirm', { session: as, body: { password: PASSWORD, ...extra } });
const own = async (as = session) => (await site.call('GET', '/v1/account/second-factor', { session: as })).body;
const call = (method: string, path: string, body?: object, as = session) =>
  site.call(method, `/v1/account/second-factor${path}`, { session: as, ...(body ? { body } : {}) });

/** Turns the second step on, half a minute ago: the present code is unused. */
async function turnOn() {
  expect((await confirm()).status).toBe(204);
  const begun = await call('POST', '', {});
  const codes = codesOf(begun.body.secret);
  const proven = await call('POST', '/proof', { code: codes() });
  expect(proven.status).toBe(200);
  await site.rows('UPDATE login_factor SET used_step = used_step - 1');
  const { secret } = begun.body;
  return { codes, secret, recovery: proven.body.recoveryCodes as string[], body: proven.body };
}

const OFF = {
  ...{ since: null, authenticatorSince: null, passkeys: 0, recoveryCodesLeft: 0 },
  ...{ isRequired: false, isRequiredHere: false },
};

/** Forgets guesses, as fifteen minutes do. */
const rest = () => site.rows('DELETE FROM login_failure');

describe('account.secondFactor.begin', () => {
  test('answers the secret once, as text and for a QR code, and changes no log-in yet', async () => {
    expect((await call('POST', '', {})).body.code).toBe('confirm_needed');
    await confirm();
    const headers = { 'Idempotency-Key': newUlid() };
    const begin = () => site.call('POST', '/v1/account/second-factor', { session, headers, body: {} });
    const [first, again] = [await begin(), await begin()];
    expect(first.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/Tezgah:.*secret=[A-Z2-7]{32}.*period=30/),
    });
    expect(again.body).toEqual({ replayed: true });
    expect((await login()).status).toBe(200);
    expect(await own()).toEqual(OFF);
  });

  test('begun anew, the secret before is worth nothing; turned on, it is not begun again', async () => {
    await confirm();
    const old = codesOf((await call('POST', '', {})).body.secret);
    const fresh = codesOf((await call('POST', '', {})).body.secret);
    expect((await call('POST', '/proof', { code: old() })).body.code).toBe('second_factor_wrong');
    expect((await call('POST', '/proof', { code: fresh() })).status).toBe(200);
    expect((await call('POST', '', {})).body).toMatchObject({ code: 'invalid_state', state: 'on' });
  });
});

describe('account.secondFactor.prove', () => {
  test('from then on the password alone opens nothing, and other sessions are over', async () => {
    const other = await site.login();
    expect((await call('POST', '/proof', { code: '123456' })).body.code).toBe('confirm_needed');
    const { codes, body } = await turnOn();
    expect(body).toEqual({
      since: expect.any(String),
      sessionsEnded: 2,
      recoveryCodes: Array(10).fill(expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/)),
    });
    expect((await site.call('GET', '/v1/auth/session', { session: other })).status).toBe(401);
    expect((await login()).body).toMatchObject({ status: 401, code: 'second_factor_needed', withoutCode: false });
    expect((await login({ code: null })).body.code).toBe('second_factor_needed');
    expect((await login({ code: '000000' })).body.code).toBe('second_factor_wrong');
    // A wrong password says the same with a code as without: nobody learns that there is a second step.
    expect((await login({ code: codes() }, { password: 'wrong' })).body.code).toBe('invalid_login');
    expect((await login({ code: ` ${codes().slice(0, 3)} ${codes().slice(3)}` })).status).toBe(200);
  });

  test('a code opens one session, however many ask with it at once, and one of an hour ago none', async () => {
    const { codes } = await turnOn();
    const code = codes();
    const answers = await Promise.all(Array.from({ length: 4 }, () => login({ code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    expect((await login({ code: codes(-120) })).body.code).toBe('second_factor_wrong');
    expect((await login({ code: codes(1) })).status).toBe(200);
    // A step that lies before the one that was used last is over, too.
    expect((await login({ code: codes() })).body.code).toBe('second_factor_wrong');
  });

  test('guesses of strangers wait after ten, and the owner’s own browser does not wait with them', async () => {
    const { codes } = await turnOn();
    const entered = await login({ code: codes() });
    const browser = entered.headers.getSetCookie()[1]?.split(';')[0] as string;
    for (let i = 0; i < 10; i += 1) expect((await login({ code: '000000' })).status).toBe(401);
    await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 minute' WHERE failures >= 10`);
    expect((await login({ code: codes(1) })).status).toBe(429);
    expect((await login({ code: codes(1) }, { headers: { Cookie: browser } })).status).toBe(200);
  });

  test('the trail tells of it, without a secret or a code; the list of owners shows it', async () => {
    const { secret: ofAuthenticator, recovery } = await turnOn();
    const owners = await site.call('GET', '/v1/account/owners', { session });
    expect(owners.body.items[0].secondFactorSince).toEqual((await own()).since);
    const kept = await site.rows<{ text: string }>(
      `SELECT string_agg(a::text, '') || (SELECT string_agg(o::text, '') FROM command_outcome o) ||
        (SELECT string_agg(f::text, '') FROM login_factor f) || (SELECT string_agg(c::text, '') FROM login_recovery_code c)
       AS text FROM audit_row a WHERE command LIKE 'account.secondFactor.%'`,
    );
    const [{ text } = { text: '' }] = kept;
    expect(text).toContain('secondFactorSince');
    for (const secret of [ofAuthenticator, ...recovery]) expect(text).not.toContain(secret);
  });
});

describe('account.secondFactor', () => {
  test('confirming asks for the code as well; the code that has opened the session counts for that, too', async () => {
    const { codes } = await turnOn();
    const code = codes();
    const fresh = sessionOf(await login({ code }));
    expect((await confirm({}, fresh)).body.code).toBe('second_factor_needed');
    expect((await confirm({ code: '000000' }, fresh)).body.code).toBe('second_factor_wrong');
    expect((await confirm({ code }, fresh)).status).toBe(204);
    expect(await own(fresh)).toMatchObject({ since: expect.any(String), recoveryCodesLeft: 10 });
  });

  test('nobody gets past it by a login planted at the address, nor is kept out by one', async () => {
    const { codes } = await turnOn();
    const planted = newId('str');
    const salt = passwordSalt(site.world.platform.services.digests, site.world.email);
    const passwordHash = await hashPassword(PASSWORD, salt);
    const owner = { id: newId('own'), email: site.world.email, passwordHash };
    await insertStore(site.world.database, { id: planted, name: 'Öteki', owner });
    // Both have the password: the one without a second step opens its own store, and no other.
    expect((await login()).body).toMatchObject({ code: 'second_factor_needed', withoutCode: true });
    const without = await login({ code: null });
    expect(without.body.storeId).toBe(planted);
    const stores = await site.call('GET', '/v1/account/stores', { session: sessionOf(without) });
    expect(stores.body.items.map(({ id }: { id: string }) => id)).toEqual([planted]);
    const both = await login({ code: codes() });
    expect(both.status).toBe(200);
    const merged = await site.call('GET', '/v1/account/stores', { session: sessionOf(both) });
    expect(merged.body.items).toHaveLength(2);
    // The login that is left has the second step, so the planted store needs it as well.
    expect((await login({ code: null })).body.code).toBe('second_factor_needed');
  });
});

describe('account.recoveryCodes.renew', () => {
  test('each code stands for the authenticator once, and renewed ones end those before', async () => {
    const { codes, recovery } = await turnOn();
    const [first = '', second = ''] = recovery;
    const entered = await login({ code: first.toUpperCase().replace('-', ' ') });
    expect(entered.status).toBe(200);
    expect((await login({ code: first })).body.code).toBe('second_factor_wrong');
    const fresh = sessionOf(entered);
    expect((await own(fresh)).recoveryCodesLeft).toBe(9);
    await confirm({ code: codes() }, fresh);
    const renewed = await call('POST', '/recovery-codes', {}, fresh);
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    await rest();
    expect((await login({ code: second })).body.code).toBe('second_factor_wrong');
    expect((await login({ code: renewed.body.recoveryCodes[0] })).status).toBe(200);
  });

  test('of a login without a second step there are none', async () => {
    await confirm();
    expect((await call('POST', '/recovery-codes', {})).body).toMatchObject({ code: 'invalid_state', state: 'off' });
  });
});

describe('account.secondFactor.end', () => {
  test('needs the code, and the password alone opens the log-in then', async () => {
    const { codes } = await turnOn();
    await site.rows('UPDATE owner_session SET confirmed_at = NULL');
    expect((await call('DELETE', '')).body.code).toBe('confirm_needed');
    await confirm({ code: codes() });
    expect((await call('DELETE', '')).status).toBe(200);
    expect(await own()).toEqual(OFF);
    expect((await login()).status).toBe(200);
    expect((await call('DELETE', '')).body).toMatchObject({ code: 'invalid_state', state: 'off' });
  });
});

describe('account.secondFactor.note', () => {
  test('each store of the login tells of it in its own trail', async () => {
    await confirm();
    const { body } = await site.call('POST', '/v1/account/stores', { session, body: { name: 'İkinci' } });
    await turnOn();
    const rows = await site.rows<{ command: string; storeId: string }>(
      `SELECT command, store_id AS "storeId" FROM audit_row
       WHERE command IN ('account.secondFactor.prove', 'account.secondFactor.note') ORDER BY command`,
    );
    expect(rows).toEqual([
      { command: 'account.secondFactor.note', storeId: body.storeId },
      { command: 'account.secondFactor.prove', storeId: site.world.storeId },
    ]);
    const [{ since } = { since: null }] = await site.rows<{ since: string | null }>(
      'SELECT second_factor_since AS since FROM owner_account WHERE store_id = $1',
      [body.storeId],
    );
    expect(since).not.toBeNull();
  });
});

describe('store.secondFactor.require', () => {
  const require = (required: boolean, as = session) =>
    site.call('PUT', '/v1/account/store/second-factor', { session: as, body: { required } });

  test('is for an owner who has one; then another owner may do nothing but turn one on', async () => {
    await confirm();
    expect((await require(true)).body).toMatchObject({ code: 'invalid_state', state: 'off' });
    const colleague = newId('own');
    const email = 'ortak@example.com';
    await site.rows(
      `WITH l AS (INSERT INTO login (id, password_hash, password_set_at) VALUES ($1, $2, now()) RETURNING id)
       INSERT INTO owner_account (id, store_id, email, login_id) SELECT $3, $4, $5, id FROM l`,
      [
        newId('lgn'),
        await hashPassword(PASSWORD, passwordSalt(site.world.platform.services.digests, email)),
        colleague,
        site.world.storeId,
        email,
      ],
    );
    const theirs = sessionOf(await site.call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } }));
    expect((await site.call('GET', '/v1/catalog/products', { session: theirs })).status).toBe(200);
    await turnOn();
    expect((await require(true)).body).toEqual({ required: true });
    expect(await own()).toMatchObject({ isRequired: true, isRequiredHere: true });

    for (const [method, path, body] of [
      ['GET', '/v1/catalog/products'],
      ['GET', '/v1/account/owners'],
      ['POST', '/v1/commands', { command: 'order.cancel', storeId: site.world.storeId, payload: {} }],
      ['PUT', '/v1/account/store', { name: 'Başka' }],
      ['PUT', '/v1/account/store/second-factor', { required: false }],
    ] as const) {
      const refused = await site.call(method, path, { session: theirs, ...(body ? { body } : {}) });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'second_factor_required']);
    }
    const told = await site.call('GET', '/v1/auth/session', { session: theirs });
    expect(told.body.lacksSecondFactor).toBe(true);

    expect((await confirm({}, theirs)).status).toBe(204);
    const begun = await call('POST', '', {}, theirs);
    expect((await call('POST', '/proof', { code: codesOf(begun.body.secret)() }, theirs)).status).toBe(200);
    expect((await site.call('GET', '/v1/catalog/products', { session: theirs })).status).toBe(200);
  });

  test('while it is required nobody turns the own one off; what is required no more can be', async () => {
    await turnOn();
    expect((await require(true)).status).toBe(200);
    expect((await call('DELETE', '')).body).toMatchObject({ code: 'invalid_state', state: 'required' });
    expect((await require(false)).status).toBe(200);
    expect((await call('DELETE', '')).status).toBe(200);
  });
});
