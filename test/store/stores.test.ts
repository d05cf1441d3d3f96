import { Client } from 'pg';
import { slowedByEntries } from '../../src/account/slowdown';
import { newId, newUlid } from '../../src/kernel/ids';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { untilWaiting } from '../world/held';
import { PASSWORD, type TestStore } from '../world/world';

const NEW = 'baska bir parola';

let site: Site;
let session: OwnerSession;
beforeEach(async () => {
  site = await openSite();
  session = await site.login();
});
afterEach(() => site.close());

const sessionOf = ({ headers, body }: Answer): OwnerSession => ({
  cookie: headers.getSetCookie()[0]?.split(';')[0] as string,
  csrfToken: body.csrfToken,
});
const confirm = (as: OwnerSession, password = PASSWORD) =>
  site.call('POST', '/v1/auth/confirm', { session: as, body: { password } });
const stores = async (as = session): Promise<{ id: string; name: string; isCurrent: boolean }[]> =>
  (await site.call('GET', '/v1/account/stores', { session: as })).body.items;
const openStore = async (name: string, as = session) => {
  await confirm(as);
  return site.call('POST', '/v1/account/stores', { session: as, body: { name } });
};
const change = (storeId: string, as = session) =>
  site.call('POST', '/v1/auth/switch', { session: as, body: { storeId } });
const leave = (storeId: string, as = session) => site.call('DELETE', `/v1/account/stores/${storeId}`, { session: as });
const login = (email: string, password = PASSWORD) =>
  site.call('POST', '/v1/auth/login', { body: { email, password } });
const joinAs = async (token: string, as: OwnerSession) => {
  await confirm(as);
  return site.call('POST', '/v1/account/stores/join', { session: as, body: { token } });
};
const joinNew = (token: string, password: string) => site.call('POST', '/v1/auth/join', { body: { token, password } });
async function inviteTo(store: TestStore, email: string): Promise<{ id: string; token: string; status: number }> {
  const inviter = await site.login(store);
  await confirm(inviter);
  const { status, body } = await site.call('POST', '/v1/account/owners', { session: inviter, body: { email } });
  return { id: body.id, token: new URL(body.link).hash.slice(1), status };
}

describe('store.own.open', () => {
  test('an owner opens one, switches to it and back, and each shows its own things', async () => {
    const { status, body } = await openStore('Çay Dükkânı');
    expect([status, body]).toEqual([201, { storeId: expect.stringMatching(/^str_/) }]);
    expect((await stores()).map(({ name, isCurrent }) => [name, isCurrent])).toEqual([
      ['Çay Dükkânı', false],
      ['Kahve Dükkânı', true],
    ]);
    const switched = await change(body.storeId);
    expect([switched.status, switched.body.storeId]).toEqual([200, body.storeId]);
    const there = sessionOf(switched);
    expect((await site.call('GET', '/v1/auth/session', { session: there })).body).toMatchObject({
      storeId: body.storeId,
      email: site.world.email,
    });
    expect((await site.call('GET', '/v1/catalog/products', { session: there })).body.items).toEqual([]);
    // The session before is over: one browser is in one store.
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(401);
    const [row] = (await site.call('GET', '/v1/audit?command=store.open', { session: there })).body.items;
    expect(row).toMatchObject({ actor: { kind: 'owner' }, outcome: 'done' });
    expect((await change(site.world.storeId, there)).body.storeId).toBe(site.world.storeId);
    // Whoever logs in comes to where the last session was.
    expect((await login(site.world.email)).body.storeId).toBe(site.world.storeId);
  });

  test('opens one store for one key, however often the call is sent, and previews one', async () => {
    await confirm(session);
    const open = (headers: Record<string, string>) =>
      site.call('POST', '/v1/account/stores', { session, headers, body: { name: 'Çay Dükkânı' } });
    const dry = await open({ 'Dry-Run': 'true' });
    expect([dry.status, dry.body.dryRun, (await stores()).length]).toEqual([200, true, 1]);
    const headers = { 'Idempotency-Key': newUlid() };
    const answers = [...(await Promise.all([open(headers), open(headers)])), await open(headers)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.storeId)).size).toBe(1);
    expect(await stores()).toHaveLength(2);
  });

  test('asks for the password, as joining and leaving do: a stolen session changes nothing of what a login opens', async () => {
    const stolen = await site.login();
    const { token } = await inviteTo(site.world.other, site.world.email);
    const asked = [
      ['POST', '/v1/account/stores', { name: 'X' }],
      ['POST', '/v1/account/stores/join', { token }],
      ['DELETE', `/v1/account/stores/${site.world.other.storeId}`, undefined],
    ] as const;
    for (const [method, path, body] of asked)
      expect((await site.call(method, path, { session: stolen, body })).body.code).toBe('confirm_needed');
    expect(await stores()).toHaveLength(1);
  });

  test('tells the trail of the first store that a store was opened or left, and nothing of it', async () => {
    const { storeId } = (await openStore('Gizli Dükkân')).body;
    await leave(storeId);
    const { token } = await inviteTo(site.world.other, site.world.email);
    await joinAs(token, session);
    const rows = await site.rows<{ command: string; outcome: string }>(
      `SELECT * FROM audit_row WHERE store_id = $1 AND command LIKE 'store.own.%' ORDER BY at`,
      [site.world.storeId],
    );
    expect(rows.map(({ command, outcome }) => [command, outcome])).toEqual([
      ['store.own.open', 'done'],
      ['store.own.leave', 'refused'],
      ['store.own.join', 'done'],
    ]);
    const told = JSON.stringify([
      rows,
      await site.rows('SELECT * FROM audit_entity WHERE store_id = $1', [site.world.storeId]),
    ]);
    for (const secret of [storeId, 'Gizli', site.world.other.storeId, token]) expect(told).not.toContain(secret);
  });

  test('a switch whose answer was lost has logged nobody out: the session before ends with the first use of the next', async () => {
    const { storeId } = (await openStore('B')).body;
    const lost = sessionOf(await change(storeId));
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(200);
    const again = sessionOf(await change(storeId));
    // What was answered before, and never used, is over: one session is followed by one.
    expect((await site.call('GET', '/v1/auth/session', { session: lost })).status).toBe(401);
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(200);
    expect((await site.call('GET', '/v1/auth/session', { session: again })).status).toBe(200);
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(401);
  });

  test('who logs out, or ends a session, ends what was to follow it', async () => {
    const { storeId } = (await openStore('B')).body;
    const lost = sessionOf(await change(storeId));
    await site.call('POST', '/v1/auth/logout', { session });
    expect((await site.call('GET', '/v1/auth/session', { session: lost })).status).toBe(401);
    const [one, two] = [await site.login(), await site.login()];
    const follower = sessionOf(await change(storeId, two));
    const { items } = (await site.call('GET', '/v1/account/sessions', { session: two })).body;
    const { id } = items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect((await site.call('DELETE', `/v1/account/sessions/${id}`, { session: one })).status).toBe(200);
    expect((await site.call('GET', '/v1/auth/session', { session: follower })).status).toBe(401);
  });

  test('a session that switches lives no longer for it', async () => {
    const { storeId } = (await openStore('B')).body;
    await site.rows(
      `UPDATE owner_session SET expires_at = now() + interval '1 hour' WHERE expires_at < now() + interval '1 year'`,
    );
    const { expiresAt } = (await change(storeId)).body;
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 3_700_000);
  });

  test('what was confirmed in one store is not confirmed in another', async () => {
    const { storeId } = (await openStore('B')).body;
    await confirm(session);
    const there = sessionOf(await change(storeId));
    const renamed = await site.call('POST', '/v1/account/owners', { session: there, body: { email: 'x@example.com' } });
    expect(renamed.body.code).toBe('confirm_needed');
  });

  test('at most twenty, however many are opened at once', async () => {
    for (let i = 2; i < 19; i += 1) expect((await openStore(`Mağaza ${i}`)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => openStore(`Son ${i}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('stores_full');
    expect(await site.rows('SELECT 1 FROM store')).toHaveLength(21);
  });

  test('of those that are joined, too, also when several are joined at once', async () => {
    const { email, other } = site.world;
    // Links are mailed once in a while to one address, and each store invites an address once.
    for (let i = 2; i < 20; i += 1) expect((await openStore(`Mağaza ${i}`)).status).toBe(201);
    const first = await inviteTo(other, email);
    const hers = await site.login(other);
    const { storeId } = (await openStore('Öteki', hers)).body;
    const there = sessionOf(await change(storeId, hers));
    await confirm(there);
    const invited = await site.call('POST', '/v1/account/owners', { session: there, body: { email } });
    const second = new URL(invited.body.link).hash.slice(1);
    await confirm(session);
    const join = (token: string) => site.call('POST', '/v1/account/stores/join', { session, body: { token } });
    const answers = await Promise.all([join(first.token), join(second)]);
    expect(answers.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [200, undefined],
      [422, 'stores_full'],
    ]);
    expect(await stores()).toHaveLength(20);
    // Whose answer was lost hears of it, full or not.
    const joined = answers[0].status === 200 ? first.token : second;
    expect((await join(joined)).status).toBe(200);
  });

  test('a switch that comes upon the end of its session says so, and nothing of stores', async () => {
    const { storeId } = (await openStore('B')).body;
    const holder = new Client({ connectionString: site.world.superuserUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN; SELECT FROM login FOR UPDATE');
      const answer = change(storeId);
      await untilWaiting(site.world);
      await holder.query('DELETE FROM owner_session; COMMIT');
      const { status, body } = await answer;
      expect([status, body.code]).toEqual([401, 'unauthenticated']);
    } finally {
      await holder.end();
    }
    session = await site.login();
    expect((await change(newId('str'))).status).toBe(404);
  });

  test('a new password holds for all, and ends the sessions in all', async () => {
    const { storeId } = (await openStore('B')).body;
    const elsewhere = sessionOf(await change(storeId, await site.login()));
    await confirm(session);
    await site.call('POST', '/v1/account/password', { session, body: { newPassword: NEW } });
    expect((await site.call('GET', '/v1/auth/session', { session: elsewhere })).status).toBe(401);
    expect([(await login(site.world.email)).status, (await login(site.world.email, NEW)).status]).toEqual([401, 200]);
    // That there are sessions elsewhere is told to no other owner of this store.
    const [row] = (await site.call('GET', '/v1/audit?command=account.password.set', { session })).body.items;
    expect(JSON.stringify(row)).not.toContain(storeId);
  });

  test('the sessions of all stores are listed, and each can be ended', async () => {
    const { storeId } = (await openStore('B')).body;
    const elsewhere = sessionOf(await change(storeId, await site.login()));
    const { items } = (await site.call('GET', '/v1/account/sessions', { session: elsewhere })).body;
    const own = items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    const ended = await site.call('DELETE', `/v1/account/sessions/${own.id}`, { session });
    expect([ended.status, (await site.call('GET', '/v1/auth/session', { session: elsewhere })).status]).toEqual([
      200, 401,
    ]);
  });

  test('a session that is over opens, joins, leaves and switches nothing', async () => {
    const { storeId } = (await openStore('B')).body;
    await site.call('POST', '/v1/auth/logout', { session });
    const statuses = [await openStore('C'), await change(storeId), await leave(storeId), await joinAs('x', session)];
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test('a session that ends while a store is opened opens none', async () => {
    const [{ digest } = { digest: Buffer.of() }] = await site.rows<{ digest: Buffer }>(
      `SELECT digest FROM owner_session WHERE expires_at < now() + interval '1 year'`,
    );
    const { Client } = await import('pg');
    const other = new Client({ connectionString: site.world.superuserUrl });
    await other.connect();
    try {
      // The end is under way: it is not committed yet, so the session still looks alive.
      await confirm(session);
      await other.query('BEGIN');
      await other.query('DELETE FROM owner_session WHERE digest = $1', [digest]);
      const opening = site.call('POST', '/v1/account/stores', { session, body: { name: 'Hayalet' } });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await other.query('COMMIT');
      expect([401, 503]).toContain((await opening).status);
    } finally {
      await other.end();
    }
    expect(await site.rows(`SELECT 1 FROM store WHERE name = 'Hayalet'`)).toEqual([]);
  });
});

describe('store.own.join', () => {
  test('is joined with that login, and the password stays as it is', async () => {
    const { other } = site.world;
    const { token } = await inviteTo(other, site.world.email);
    const joined = await joinAs(token, session);
    expect([joined.status, joined.body]).toEqual([200, { storeId: other.storeId }]);
    expect((await stores()).map(({ id }) => id).toSorted()).toEqual([site.world.storeId, other.storeId].toSorted());
    expect((await change(other.storeId)).status).toBe(200);
    // An answer that was lost is asked for again, also much later.
    expect((await joinAs(token, await site.login())).body).toEqual({ storeId: other.storeId });
    expect(await site.rows(`SELECT 1 FROM audit_row WHERE command = 'store.owner.join'`)).toHaveLength(1);
    // Who has the link and no login is told that it was used.
    expect((await joinNew(token, NEW)).body.code).toBe('joined_already');
    expect((await site.call('POST', '/v1/auth/invitation', { body: { token } })).body.code).toBe('joined_already');
  });

  test('is for its address alone: a link that somebody found lets no other owner in', async () => {
    const { token } = await inviteTo(site.world.other, 'ortak@example.com');
    expect((await joinAs(token, session)).body.code).toBe('invalid_state');
    expect(await stores()).toHaveLength(1);
  });

  test('tells who invited nothing: address that has a login, or none, answers alike', async () => {
    const known = await inviteTo(site.world.other, site.world.email);
    const unknown = await inviteTo(site.world.other, 'kimse@example.com');
    expect(known.status).toBe(unknown.status);
    const look = async (token: string) => (await site.call('POST', '/v1/auth/invitation', { body: { token } })).body;
    expect(Object.keys(await look(known.token))).toEqual(Object.keys(await look(unknown.token)));
    expect([(await joinNew(known.token, NEW)).status, (await joinNew(unknown.token, NEW)).status]).toEqual([200, 200]);
  });

  test('who invited and uses the link gets into no other store with it, sets no password there, and confirms nothing', async () => {
    const { token } = await inviteTo(site.world.other, site.world.email);
    const planted = sessionOf(await joinNew(token, NEW));
    expect((await stores(planted)).map(({ id }) => id)).toEqual([site.world.other.storeId]);
    expect((await change(site.world.storeId, planted)).body.code).toBe('not_found');
    // The owner's own login is what it was, and the planted one confirms nothing of it.
    expect((await login(site.world.email)).body.storeId).toBe(site.world.storeId);
    expect((await login(site.world.email, NEW)).body.storeId).toBe(site.world.other.storeId);
    expect((await confirm(session, NEW)).status).toBe(401);
    // A new password of the planted one is none of the other.
    await confirm(planted, NEW);
    await site.call('POST', '/v1/account/password', {
      session: planted,
      body: { newPassword: 'uzun bir parola daha' },
    });
    expect((await login(site.world.email)).status).toBe(200);
  });

  test('whoever planted a login at an address guesses at its other password no faster than anybody', async () => {
    const { email, other } = site.world;
    const { token } = await inviteTo(other, email);
    await joinNew(token, NEW);
    const statuses: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      // Each log-in with the planted password brings a browser that no failure has been counted for.
      const { headers } = await login(email, NEW);
      const Cookie = headers.getSetCookie()[1]?.split(';')[0] as string;
      expect(Cookie).toMatch(/^tezgah_browser=/);
      for (let guess = 0; guess < 6; guess += 1) {
        const body = { email, password: `tahmin ${round} ${guess}` };
        statuses.push((await site.call('POST', '/v1/auth/login', { headers: { Cookie }, body })).status);
      }
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  });

  test('a password that opens a planted login counts as a guess at the others: after many it is tried on them no more', async () => {
    const { email, other } = site.world;
    const { token } = await inviteTo(other, email);
    const joined = await joinNew(token, PASSWORD);
    const Cookie = joined.headers.getSetCookie()[1]?.split(';')[0] as string;
    const { counted } = slowedByEntries({ account: email.toLowerCase(), address: '127.0.0.1', browser: undefined });
    const keys = counted.map(({ key }) => `'${key}'`).join();
    await site.rows(`DELETE FROM login_failure WHERE key IN (${keys})`);
    expect((await login(email, 'yanlis')).status).toBe(401);
    const failures = () => site.rows(`SELECT failures FROM login_failure WHERE key IN (${keys})`);
    expect(await failures()).toEqual([{ failures: 0 }, { failures: 0 }]);
    await site.rows(`UPDATE login_failure SET failures = 60, failed_at = now() WHERE key IN (${keys}) RETURNING key`);
    expect((await login(email)).status).toBe(429);
    const again = () =>
      site.call('POST', '/v1/auth/login', { headers: { Cookie }, body: { email, password: PASSWORD } });
    // The browser that is known at the planted login gets in there, and is told nothing of the other one.
    const own = await again();
    expect([own.status, (await stores(sessionOf(own))).map(({ id }) => id)]).toEqual([200, [other.storeId]]);
    await site.rows(`DELETE FROM login_failure RETURNING key`);
    expect(await stores(sessionOf(await again()))).toHaveLength(2);
    expect(await failures()).toEqual([{ failures: 1 }, { failures: 1 }]);
  });

  test('joined with the same password is one login from the next time on, and a planted session is over then', async () => {
    const { token } = await inviteTo(site.world.other, site.world.email);
    const planted = sessionOf(await joinNew(token, PASSWORD));
    expect(await stores(planted)).toHaveLength(1);
    const again = sessionOf(await login(site.world.email));
    expect(await stores(again)).toHaveLength(2);
    expect((await site.call('GET', '/v1/auth/session', { session: planted })).status).toBe(401);
    // One of the two owners of the world, and this one.
    expect(await site.rows('SELECT 1 FROM login')).toHaveLength(2);
  });
});

describe('store.own.leave', () => {
  test('asks for the password, ends what there was of it, and leaves the other owners', async () => {
    const { other } = site.world;
    const { token } = await inviteTo(other, site.world.email);
    await joinAs(token, session);
    expect((await leave(other.storeId, await site.login())).body.code).toBe('confirm_needed');
    await confirm(session);
    const there = sessionOf(await change(other.storeId, await site.login()));
    expect((await leave(other.storeId)).status).toBe(200);
    expect((await site.call('GET', '/v1/auth/session', { session: there })).status).toBe(401);
    expect(await stores()).toHaveLength(1);
    expect((await change(other.storeId)).body.code).toBe('not_found');
    const left = await site.login(other);
    const [row] = (await site.call('GET', '/v1/audit?command=store.owner.leave', { session: left })).body.items;
    expect(row).toMatchObject({ actor: { kind: 'owner' }, outcome: 'done' });
    expect((await site.call('GET', '/v1/account/owners', { session: left })).body.items).toHaveLength(1);
  });
});

describe('store.owner.leave', () => {
  test('the last owner cannot, nor can anybody leave the store of the session or one of somebody else', async () => {
    const { storeId } = (await openStore('B')).body;
    await confirm(session);
    expect((await leave(storeId)).body.code).toBe('invalid_state');
    expect((await leave(site.world.storeId)).body.code).toBe('invalid_state');
    expect((await leave(site.world.other.storeId)).body.code).toBe('not_found');
    for (const none of ['%00', 'shop', '%F0%9F%92%A5', 'x'.repeat(2_000)]) {
      const { status, body } = await leave(none);
      expect([none, status, body.code]).toEqual([none, 400, 'invalid_request']);
    }
    expect(await stores()).toHaveLength(2);
  });
});

describe('an owner of one store', () => {
  test('neither sees nor enters that of another, whatever is asked', async () => {
    const { other } = site.world;
    expect((await stores()).map(({ id }) => id)).toEqual([site.world.storeId]);
    expect((await change(other.storeId)).body.code).toBe('not_found');
    // A switch that was refused costs nothing.
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(200);
    const envelope = { command: 'catalog.product.create', storeId: other.storeId, payload: { title: 'X', price: 1 } };
    expect((await site.call('POST', '/v1/commands', { session, body: envelope })).status).toBeGreaterThanOrEqual(400);
    const { token } = await site.mint('developer', ['store:admin']);
    for (const [method, path] of [
      ['GET', '/v1/account/stores'],
      ['POST', '/v1/account/stores'],
      ['POST', '/v1/auth/switch'],
    ] as const)
      expect([401, 403]).toContain(
        (await site.call(method, path, { token, ...(method === 'POST' && { body: {} }) })).status,
      );
  });
});
