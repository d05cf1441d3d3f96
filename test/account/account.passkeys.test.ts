import { generateKeyPairSync } from 'node:crypto';
import { TOTP } from 'otpauth';
import { type KnownBrowser, KnownBrowsers } from '../../src/account/known-browsers';
import { relyingPartyOf } from '../../src/account/passkey/relying-party';
import { Passkeys } from '../../src/account/passkeys';
import { hashPassword, passwordSalt } from '../../src/account/password';
import type { NewBrowser } from '../../src/account/sessions';
import { newId, newUlid } from '../../src/kernel/ids';
import { insertStore } from '../../src/store/store';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { Authenticator } from './authenticator';
import { ownerSessions } from './owner-sessions';

const ORIGIN = 'http://localhost:4000';

let site: Site;
let session: OwnerSession;
beforeEach(async () => {
  site = await openSite();
  session = await site.login();
});
afterEach(() => site.close());

const sessionOf = (answer: Answer): OwnerSession => ({
  cookie: answer.headers.getSetCookie()[0]?.split(';')[0] as string,
  csrfToken: answer.body.csrfToken,
});
const post = (path: string, body: object, as?: OwnerSession, headers: Record<string, string> = {}) =>
  site.call('POST', path, { body, headers, ...(as ? { session: as } : {}) });
const login = (extra: object = {}, headers: Record<string, string> = {}) =>
  post('/v1/auth/login', { email: site.world.email, password: PASSWORD, ...extra }, undefined, headers);
const confirm = (body: object = { password: PASSWORD }, as = session) => post('/v1/auth/confirm', body, as);
const askToEnter = async () => (await post('/v1/auth/passkey/options', {})).body;
const enter = (passkey: object, headers: Record<string, string> = {}) =>
  post('/v1/auth/passkey', { passkey }, undefined, headers);
const factor = async (as = session) => (await site.call('GET', '/v1/account/second-factor', { session: as })).body;
const listed = async (as = session) => (await site.call('GET', '/v1/account/passkeys', { session: as })).body.items;
const begin = (as = session) => post('/v1/account/passkeys/options', {}, as);
const add = (name: string, credential: object, as = session) => post('/v1/account/passkeys', { name, credential }, as);
const remove = (id: string, as = session) => site.call('DELETE', `/v1/account/passkeys/${id}`, { session: as });
const refused = ({ status, body }: Answer) => ({ status, code: body.code });
const wrong = { status: 401, code: 'passkey_wrong' };

/** Adds a passkey to the log-in of a session, whose password was said a moment ago. */
async function addPasskey(authenticator: Authenticator, { name = 'Telefon', as = session } = {}) {
  expect((await confirm({ password: PASSWORD }, as)).status).toBe(204);
  const { options } = (await begin(as)).body;
  const added = await add(name, authenticator.create(options), as);
  expect([added.status, added.body]).toEqual([200, expect.objectContaining({ passkeyId: expect.any(String) })]);
  return { ...(added.body as { passkeyId: string; since: string; recoveryCodes?: string[] }), options };
}

/** Forgets guesses, as a minute does. */
const rest = () => site.rows('DELETE FROM login_failure');

describe('account.passkey.add', () => {
  test('asks for a key of this site, adds it, and ends the other sessions', async () => {
    const other = await site.login();
    expect((await begin()).body.code).toBe('confirm_needed');
    const authenticator = new Authenticator(ORIGIN);
    const { options, passkeyId, ...added } = await addPasskey(authenticator);
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: 'localhost', name: 'Tezgâh' },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: site.world.email, displayName: site.world.email },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    expect(added).toEqual({
      since: expect.any(String),
      // The session of the log-in just before ends, and the session of the world.
      sessionsEnded: 2,
      recoveryCodes: Array(10).fill(expect.stringMatching(/^[a-z2-9]{5}-[a-z2-9]{5}$/)),
    });
    expect((await site.call('GET', '/v1/auth/session', { session: other })).status).toBe(401);
    const row = { id: passkeyId, name: 'Telefon', verifiesOwner: true, createdAt: added.since, usedAt: null };
    expect(await listed()).toEqual([row]);
    expect(await factor()).toEqual({
      ...{ since: added.since, authenticatorSince: null, passkeys: 1, recoveryCodesLeft: 10 },
      ...{ isRequired: false, isRequiredHere: false },
    });
    const owners = await site.call('GET', '/v1/account/owners', { session });
    expect(owners.body.items[0].secondFactorSince).toBe(added.since);
  });

  test('from then on the password alone opens nothing, and a recovery code stands for the passkey once', async () => {
    const { recoveryCodes: [code] = [] } = await addPasskey(new Authenticator(ORIGIN));
    expect(refused(await login())).toEqual({ status: 401, code: 'second_factor_needed' });
    expect((await login({ code })).status).toBe(200);
    expect((await login({ code })).body.code).toBe('second_factor_wrong');
    // Six digits are of an authenticator, which is not there.
    expect((await login({ code: '123456' })).body.code).toBe('second_factor_wrong');
  });

  test('a challenge is answered once, in the session that asked, from the site, within five minutes', async () => {
    await confirm();
    const authenticator = new Authenticator(ORIGIN);
    const { options } = (await begin()).body;
    for (const lie of [
      { origin: 'http://localhost.example.com' },
      { origin: 'https://localhost:4000' },
      { origin: 'http://127.0.0.1:4000' },
      { rpId: 'example.com' },
    ])
      expect(refused(await add('x', authenticator.create(options, lie)))).toEqual(wrong);
    const other = await site.session();
    expect((await confirm({ password: PASSWORD }, other)).status).toBe(204);
    expect(refused(await add('x', authenticator.create(options), other))).toEqual(wrong);
    expect((await add('Telefon', authenticator.create(options))).status).toBe(200);
    // The same answer, and another key for the same challenge: both come too late.
    expect(refused(await add('x', authenticator.create(options)))).toEqual(wrong);
    expect(refused(await add('x', new Authenticator(ORIGIN).create(options)))).toEqual(wrong);
    const late = (await begin()).body.options;
    await site.rows(`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`);
    expect(refused(await add('x', new Authenticator(ORIGIN).create(late)))).toEqual(wrong);
    // An answer to a log-in is none to a registration.
    const entry = await askToEnter();
    expect(refused(await add('x', new Authenticator(ORIGIN).create({ ...options, ...entry })))).toEqual(wrong);
    expect(await listed()).toHaveLength(1);
  });

  test('a credential belongs to one log-in: nobody takes it over', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const theirs = await site.login(site.world.other);
    await confirm({ password: PASSWORD }, theirs);
    const { options } = (await begin(theirs)).body;
    expect(refused(await add('x', authenticator.create(options), theirs))).toEqual(wrong);
    expect((await factor(theirs)).since).toBeNull();
  });

  test('a second one leaves the recovery codes and the date alone; twenty are the most', async () => {
    const first = await addPasskey(new Authenticator(ORIGIN));
    expect(refused(await confirm())).toEqual({ status: 401, code: 'second_factor_needed' });
    await site.rows(`UPDATE owner_session SET confirmed_at = now()`);
    const { options } = (await begin()).body;
    expect(options.excludeCredentials).toHaveLength(1);
    const added = (await add('Anahtar', new Authenticator(ORIGIN).create(options))).body;
    expect(added).toEqual({ passkeyId: expect.any(String), since: first.since, sessionsEnded: 0 });
    expect((await listed()).map(({ name }: { name: string }) => name)).toEqual(['Anahtar', 'Telefon']);
    const open = (await begin()).body.options;
    await site.rows(
      `INSERT INTO login_passkey SELECT id || i, login_id, credential_id || int4send(i), public_key, 0, user_handle, '{}', name, true, now()
       FROM login_passkey, generate_series(1, 9) i`,
    );
    expect((await factor()).passkeys).toBe(20);
    expect((await begin()).body).toMatchObject({ code: 'invalid_state', state: 'full' });
    expect((await add('x', new Authenticator(ORIGIN).create(open))).body).toMatchObject({ state: 'full' });
  });

  test('the trail tells of it, and of no key', async () => {
    const { passkeyId } = await addPasskey(new Authenticator(ORIGIN));
    const rows = await site.rows<{ text: string }>(
      `SELECT a::text AS text FROM audit_row a WHERE command = 'account.passkey.add'`,
    );
    expect(rows).toHaveLength(1);
    const [{ text } = { text: '' }] = rows;
    for (const told of [passkeyId, 'Telefon', 'secondFactorSince']) expect(text).toContain(told);
    const [key] = await site.rows<{ id: string }>(`SELECT encode(credential_id, 'base64') AS id FROM login_passkey`);
    expect(text).not.toContain('attestationObject":"');
    expect(text).not.toContain(key?.id);
  });
});

describe('a log-in by passkey', () => {
  test('needs no password and no address: the passkey says who it is', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const asked = await askToEnter();
    expect(asked).toEqual({
      ...{ challenge: expect.stringMatching(/^[\w-]{43}$/), rpId: 'localhost', timeout: 300_000 },
      ...{ userVerification: 'required', allowCredentials: [] },
    });
    const entered = await enter(authenticator.get(asked));
    expect([entered.status, entered.body.storeId]).toEqual([200, site.world.storeId]);
    const fresh = sessionOf(entered);
    expect((await site.call('GET', '/v1/catalog/products', { session: fresh })).status).toBe(200);
    const [row] = await listed(fresh);
    expect(Date.parse(row.usedAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('refuses in the same words whatever is wrong', async () => {
    const authenticator = new Authenticator(ORIGIN);
    const { passkeyId } = await addPasskey(authenticator);
    const used = await askToEnter();
    const answer = authenticator.get(used);
    expect((await enter(answer)).status).toBe(200);
    const stranger = new Authenticator(ORIGIN);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const lies: [name: string, passkey: object][] = [
      ['replayed', answer],
      ['signed anew for a challenge that was used', authenticator.get(used)],
      ['a challenge that nobody made', authenticator.get({ challenge: 'A'.repeat(43) })],
      ['another origin', authenticator.get(await askToEnter(), { origin: 'https://evil.example' })],
      [
        'a page of another name of this machine',
        authenticator.get(await askToEnter(), { origin: 'http://127.0.0.1:4000' }),
      ],
      ['another site', authenticator.get(await askToEnter(), { rpId: 'evil.example' })],
      ['not verified', authenticator.get(await askToEnter(), { verified: false })],
      ['another key', authenticator.get(await askToEnter(), { key: privateKey })],
      ['the handle of somebody else', authenticator.get(await askToEnter(), { userHandle: 'AAAA' })],
      ['the same counter', authenticator.get(await askToEnter(), { counter: 1 })],
      ['a counter that went back', authenticator.get(await askToEnter(), { counter: 0 })],
      ['an unknown passkey', stranger.get(await askToEnter(), { userHandle: 'AAAA' })],
      [
        'no bytes of an authenticator',
        { ...authenticator.get(await askToEnter()), authenticatorData: 'AAAA', signature: 'AA' },
      ],
      ['no data of a browser', { ...authenticator.get(await askToEnter()), clientDataJSON: 'AAAA' }],
    ];
    const bodies: object[] = [];
    for (const [name, passkey] of lies) {
      await rest();
      const said = await enter(passkey);
      expect({ name, ...refused(said) }).toEqual({ name, ...wrong });
      const { requestId: _, ...body } = said.body;
      bodies.push(body);
    }
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    // The challenge of a step beside a password, and that of a session, open no session.
    await rest();
    const step = (await login()).body.passkey;
    expect(refused(await enter(authenticator.get(step)))).toEqual(wrong);
    const again = (await post('/v1/auth/confirm/options', {}, session)).body;
    expect(refused(await enter(authenticator.get(again)))).toEqual(wrong);
    const open = await askToEnter();
    await site.rows(`UPDATE passkey_challenge SET expires_at = now() - interval '1 second'`);
    expect(refused(await enter(authenticator.get(open)))).toEqual(wrong);
    const [{ counter } = { counter: 0 }] = await site.rows<{ counter: string }>('SELECT counter FROM login_passkey');
    expect(Number(counter)).toBe(1);
    await site.rows('UPDATE owner_session SET confirmed_at = now()');
    expect((await remove(passkeyId)).status).toBe(200);
    await rest();
    expect(refused(await enter(authenticator.get(await askToEnter())))).toEqual(wrong);
  });

  test('of two answers with one counter, or to one challenge, one gets in', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const asked = await askToEnter();
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(authenticator.get(asked))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    await rest();
    const many = await Promise.all(Array.from({ length: 4 }, askToEnter));
    const counter = authenticator.counter + 1;
    const twins = await Promise.all(many.map((each) => enter(authenticator.get(each, { counter }))));
    expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });

  test('an authenticator that counts nothing gets in again and again', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    for (let i = 0; i < 3; i += 1)
      expect((await enter(authenticator.get(await askToEnter(), { counter: 0 }))).status).toBe(200);
  });

  test('a key that does not verify its owner stands beside the password, and not for it', async () => {
    const authenticator = new Authenticator(ORIGIN, false);
    await addPasskey(authenticator);
    expect((await listed())[0].verifiesOwner).toBe(false);
    expect(refused(await enter(authenticator.get(await askToEnter())))).toEqual(wrong);
    // A thief sets a PIN, and from then on the key verifies whoever has it.
    expect(refused(await enter(authenticator.get(await askToEnter(), { verified: true })))).toEqual(wrong);
    const asked = (await login()).body;
    expect(asked).toMatchObject({
      code: 'second_factor_needed',
      withoutCode: false,
      passkey: { userVerification: 'preferred', allowCredentials: [{ id: authenticator.id.toString('base64url') }] },
    });
    const entered = await login({ passkey: authenticator.get(asked.passkey) });
    expect(entered.status).toBe(200);
    const fresh = sessionOf(entered);
    const again = (await post('/v1/auth/confirm/options', {}, fresh)).body;
    expect(refused(await confirm({ passkey: authenticator.get(again) }, fresh))).toEqual(wrong);
    const pinned = (await post('/v1/auth/confirm/options', {}, fresh)).body;
    expect(refused(await confirm({ passkey: authenticator.get(pinned, { verified: true }) }, fresh))).toEqual(wrong);
    const anew = (await post('/v1/auth/confirm/options', {}, fresh)).body;
    expect((await confirm({ password: PASSWORD, passkey: authenticator.get(anew) }, fresh)).status).toBe(204);
  });

  test('a flood waits, and somebody else’s passkey does not wait with it', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const stranger = new Authenticator(ORIGIN);
    const guess = async () => (await enter(stranger.get({ challenge: 'A'.repeat(43) }, { userHandle: 'AAAA' }))).status;
    for (let i = 0; i < 10; i += 1) expect(await guess()).toBe(401);
    await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 minute' WHERE failures >= 10`);
    expect(await guess()).toBe(429);
    expect((await enter(authenticator.get(await askToEnter()))).status).toBe(200);
  });

  test('an owner is told of a browser that the log-in does not know', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const { owner, platform } = site.world;
    const browsers = new KnownBrowsers(platform.keyRing);
    const sessions = ownerSessions(site.world);
    const told: NewBrowser[] = [];
    sessions.onNewBrowser = (seen) => told.push(seen);
    const enterWith = async (browser: KnownBrowser | undefined) =>
      sessions.enter({
        ...{ passkey: authenticator.get(await askToEnter()), address: '192.0.2.1', site: '192.0.2.1' },
        ...{ device: 'Kahve 1.0', browser },
      });
    const { browser } = await enterWith(undefined);
    const [seen] = told;
    expect(seen).toMatchObject({ account: { id: owner.id, storeId: site.world.storeId }, device: 'Kahve 1.0' });
    await enterWith(browsers.find(browser));
    expect(told).toHaveLength(1);
    await enterWith({ id: 'x', ownerId: site.world.other.owner.id });
    expect(told).toHaveLength(2);
  });
});

describe('a passkey beside the password', () => {
  test('opens its own log-in alone: neither that of another store nor another one of the address', async () => {
    const mine = new Authenticator(ORIGIN);
    await addPasskey(mine);
    const theirs = new Authenticator(ORIGIN);
    await addPasskey(theirs, { as: await site.login(site.world.other) });
    const { passkey: asked } = (await login()).body;
    expect(refused(await login({ passkey: theirs.get(asked) }))).toEqual(wrong);
    const ofOther = await post('/v1/auth/login', { email: site.world.other.email, password: PASSWORD });
    expect(refused(await login({ passkey: mine.get(ofOther.body.passkey) }))).toEqual(wrong);
    expect((await login({ passkey: mine.get(asked) })).status).toBe(200);
    // It was answered: neither again nor anew.
    expect(refused(await login({ passkey: mine.get(asked) }))).toEqual(wrong);
    // With a wrong password nothing is asked, and nothing said of a passkey.
    const guessed = await login({ password: 'wrong', passkey: mine.get(await askToEnter()) });
    expect(guessed.body.code).toBe('invalid_login');
  });

  test('nobody gets past it by a login planted at the address', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const planted = newId('str');
    const salt = passwordSalt(site.world.platform.services.digests, site.world.email);
    const passwordHash = await hashPassword(PASSWORD, salt);
    await insertStore(site.world.database, {
      ...{ id: planted, name: 'Öteki', owner: { id: newId('own'), email: site.world.email, passwordHash } },
    });
    const asked = (await login()).body;
    expect(asked).toMatchObject({ code: 'second_factor_needed', withoutCode: true });
    expect((await login({ code: null })).body.storeId).toBe(planted);
    expect((await login({ passkey: authenticator.get(asked.passkey) })).status).toBe(200);
    // The login that is left has the passkey, so the planted store needs it as well.
    expect((await login({ code: null })).body.code).toBe('second_factor_needed');
    expect(await site.rows('SELECT count(*)::int AS n FROM owner_account WHERE second_factor_since IS NULL')).toEqual([
      { n: 1 },
    ]);
  });
});

describe('a passkey that is shown again', () => {
  test('confirms in the place of the password, in its own session', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await addPasskey(authenticator);
    const [one, two] = [session, sessionOf(await enter(authenticator.get(await askToEnter())))];
    expect((await begin(two)).body.code).toBe('confirm_needed');
    const ofOne = (await post('/v1/auth/confirm/options', {}, one)).body;
    expect(refused(await confirm({ passkey: authenticator.get(ofOne) }, two))).toEqual(wrong);
    const ofTwo = (await post('/v1/auth/confirm/options', {}, two)).body;
    const answer = authenticator.get(ofTwo);
    expect((await confirm({ passkey: answer }, two)).status).toBe(204);
    expect(refused(await confirm({ passkey: answer }, two))).toEqual(wrong);
    expect((await begin(two)).status).toBe(200);
    expect((await confirm({}, two)).body.code).toBe('invalid_request');
    expect(refused(await confirm({ passkey: authenticator.get(await askToEnter()) }, two))).toEqual(wrong);
    const theirs = await site.login(site.world.other);
    expect((await post('/v1/auth/confirm/options', {}, theirs)).body).toMatchObject({
      code: 'invalid_state',
      state: 'off',
    });
  });
});

describe('account.passkey.rename', () => {
  test('names it, and of another log-in there is none', async () => {
    const { passkeyId } = await addPasskey(new Authenticator(ORIGIN));
    const rename = (as: OwnerSession, name = 'İş telefonu') =>
      site.call('PUT', `/v1/account/passkeys/${passkeyId}`, { session: as, body: { name } });
    expect((await rename(session)).body).toEqual({ name: 'İş telefonu' });
    expect((await listed())[0].name).toBe('İş telefonu');
    const theirs = await site.login(site.world.other);
    expect(refused(await rename(theirs))).toEqual({ status: 404, code: 'not_found' });
    expect((await rename(session, '')).status).toBe(400);
  });
});

describe('account.passkey.remove', () => {
  test('needs a confirmation; with the last one the second step is off, and its codes are gone', async () => {
    const authenticator = new Authenticator(ORIGIN);
    const { passkeyId } = await addPasskey(authenticator);
    const other = sessionOf(await enter(authenticator.get(await askToEnter())));
    await site.rows('UPDATE owner_session SET confirmed_at = NULL');
    expect((await remove(passkeyId)).body.code).toBe('confirm_needed');
    const theirs = await site.login(site.world.other);
    await confirm({ password: PASSWORD }, theirs);
    expect((await remove(passkeyId, theirs)).body.code).toBe('not_found');
    const asked = (await post('/v1/auth/confirm/options', {}, session)).body;
    expect((await confirm({ passkey: authenticator.get(asked) })).status).toBe(204);
    expect((await remove(passkeyId)).body).toEqual({ since: null, sessionsEnded: 1 });
    expect((await site.call('GET', '/v1/auth/session', { session: other })).status).toBe(401);
    expect(await factor()).toMatchObject({ since: null, recoveryCodesLeft: 0, passkeys: 0 });
    expect((await login()).status).toBe(200);
    expect((await remove(passkeyId)).body.code).toBe('not_found');
  });

  test('a store that requires a second step counts it, and keeps the last', async () => {
    const authenticator = new Authenticator(ORIGIN);
    const { passkeyId } = await addPasskey(authenticator);
    const require = (required: boolean) =>
      site.call('PUT', '/v1/account/store/second-factor', { session, body: { required } });
    expect((await require(true)).body).toEqual({ required: true });
    expect((await remove(passkeyId)).body).toMatchObject({ code: 'invalid_state', state: 'required' });
    expect((await site.call('GET', '/v1/catalog/products', { session })).status).toBe(200);
    // Beside an authenticator it may go.
    const { secret } = (await post('/v1/account/second-factor', {}, session)).body;
    const code = new TOTP({ secret }).generate();
    const proven = (await post('/v1/account/second-factor/proof', { code }, session)).body;
    expect(proven).toEqual({ since: (await factor()).since, sessionsEnded: 0 });
    expect((await remove(passkeyId)).status).toBe(200);
    expect(await factor()).toMatchObject({ passkeys: 0, recoveryCodesLeft: 10, isRequired: true });
    const end = await site.call('DELETE', '/v1/account/second-factor', { session });
    expect(end.body).toMatchObject({ code: 'invalid_state', state: 'required' });
  });

  test('an authenticator that goes leaves the passkey, and the codes that stand for it', async () => {
    const authenticator = new Authenticator(ORIGIN);
    await confirm();
    const { secret } = (await post('/v1/account/second-factor', {}, session)).body;
    const code = new TOTP({ secret }).generate();
    const { recoveryCodes } = (await post('/v1/account/second-factor/proof', { code }, session)).body;
    const { options } = (await begin()).body;
    expect((await add('Telefon', authenticator.create(options))).body.recoveryCodes).toBeUndefined();
    expect((await site.call('DELETE', '/v1/account/second-factor', { session })).status).toBe(200);
    expect(await factor()).toMatchObject({ authenticatorSince: null, passkeys: 1, recoveryCodesLeft: 10 });
    expect((await login({ code: recoveryCodes[0] })).status).toBe(200);
    const again = await site.call('DELETE', '/v1/account/second-factor', { session });
    expect(again.body).toMatchObject({ code: 'invalid_state', state: 'off' });
  });
});

describe('a way of the second step', () => {
  const proveAuthenticator = async () => {
    await confirm();
    const { secret } = (await post('/v1/account/second-factor', {}, session)).body;
    return (await post('/v1/account/second-factor/proof', { code: new TOTP({ secret }).generate() }, session)).body;
  };
  /** Ways of a second step that were there before, and how one comes or goes. */
  const changes = {
    'account.passkey.add': {
      before: async () => ({ recoveryCodes: [] }),
      change: () => addPasskey(new Authenticator(ORIGIN)),
    },
    'account.secondFactor.prove': { before: async () => ({ recoveryCodes: [] }), change: proveAuthenticator },
    'account.passkey.remove': {
      before: () => addPasskey(new Authenticator(ORIGIN)),
      change: async () => (await remove((await listed())[0].id)).body,
    },
    'account.secondFactor.end': {
      before: proveAuthenticator,
      change: async () => (await site.call('DELETE', '/v1/account/second-factor', { session })).body,
    },
  } as const;

  test.each(Object.keys(changes) as (keyof typeof changes)[])(
    'that comes or goes ends the other sessions, and each store notes it: %s',
    async (name) => {
      const { before, change } = changes[name];
      const [code] = (await before()).recoveryCodes ?? [];
      const other = await login(code === undefined ? {} : { code });
      expect(other.status).toBe(200);
      const wasOn = (await factor()).since !== null;
      expect(await change()).toMatchObject({
        since: wasOn ? null : expect.any(String),
        sessionsEnded: expect.any(Number),
      });
      const statusOf = async (as: OwnerSession) => (await site.call('GET', '/v1/auth/session', { session: as })).status;
      expect([await statusOf(sessionOf(other)), await statusOf(session)]).toEqual([401, 200]);
      const [noted] = await site.rows<{ since: Date | null }>(
        'SELECT second_factor_since AS since FROM owner_account WHERE id = $1',
        [site.world.owner.id],
      );
      expect(noted?.since === null).toBe(wasOn);
    },
  );
});

describe('the site of passkeys', () => {
  test('is the name of the public address, and its origin alone', () => {
    expect(relyingPartyOf({ publicUrl: 'https://panel.example.com:8443/x' })).toEqual({
      id: 'panel.example.com',
      origin: 'https://panel.example.com:8443',
    });
    expect(relyingPartyOf({ publicUrl: '' })).toEqual({ id: 'localhost', origin: null });
    for (const publicUrl of ['http://panel.example.com', 'https://192.0.2.1', 'https://[2001:db8::1]', 'panel'])
      expect(relyingPartyOf({ publicUrl })).toBeUndefined();
  });

  test('with a public address, pages of this machine are strangers; an address that is no name has none', async () => {
    const { database } = site.world;
    const origin = 'https://panel.example.com';
    const passkeys = new Passkeys(database, { publicUrl: origin });
    const authenticator = new Authenticator(origin);
    await addPasskey(new Authenticator(ORIGIN));
    const hex = (bytes: Uint8Array) => `decode('${Buffer.from(bytes).toString('hex')}', 'hex')`;
    await site.rows(
      `UPDATE login_passkey SET credential_id = ${hex(authenticator.id)}, public_key = ${hex(authenticator.publicKey)}, user_handle = 'x'`,
    );
    const entering = { purpose: 'entry', session: null, of: null, verified: true, address: '192.0.2.1' } as const;
    const proven = async (lie: { readonly origin?: string; readonly rpId?: string }) => {
      const asked = await passkeys.askToEnter();
      expect(asked.rpId).toBe('panel.example.com');
      const userHandle = Buffer.from('x').toString('base64url');
      return passkeys.prove(authenticator.get(asked, { ...lie, userHandle }), entering);
    };
    await expect(proven({})).resolves.toMatchObject({ verified: true });
    for (const lie of [
      { origin: ORIGIN },
      { origin: 'http://panel.example.com' },
      { origin: 'https://panel.example.com:444' },
      { origin: 'https://shop.example.com' },
      { rpId: 'example.com' },
      { rpId: 'localhost' },
    ])
      await expect(proven(lie)).rejects.toMatchObject({ code: 'passkey_wrong' });
    const nowhere = new Passkeys(database, { publicUrl: 'https://192.0.2.1' });
    await expect(nowhere.askToEnter()).rejects.toMatchObject({ code: 'passkeys_unavailable' });
  });
});

describe('account.passkey.begin', () => {
  test('a repeated call of a registration answers no challenge again', async () => {
    await confirm();
    const headers = { 'Idempotency-Key': newUlid() };
    const ask = () => site.call('POST', '/v1/account/passkeys/options', { session, headers, body: {} });
    expect((await ask()).body.options.challenge).toBeDefined();
    expect((await ask()).body).toEqual({ replayed: true });
  });
});
