import { Client } from 'pg';
import { findLogins, loginManners } from '../../src/account/login-store';
import { hashPassword, mannerOf, passwordSalt } from '../../src/account/password';
import { newId } from '../../src/kernel/ids';
import { insertStore } from '../../src/store/store';
import { type Answer, type OwnerSession, openSite, type Site } from '../surfaces/site';
import { untilWaiting } from '../world/held';
import { PASSWORD, type TestStore } from '../world/world';
import { ownerSessions } from './owner-sessions';

const OTHER = 'baska bir parola';

let site: Site;
beforeEach(async () => {
  site = await openSite();
});
afterEach(() => site.close());

const sessionOf = ({ headers, body }: Answer): OwnerSession => ({
  cookie: headers.getSetCookie()[0]?.split(';')[0] as string,
  csrfToken: body.csrfToken,
});
const login = (email: string, password = PASSWORD) =>
  site.call('POST', '/v1/auth/login', { body: { email, password } });
const isAlive = async (session: OwnerSession) =>
  (await site.call('GET', '/v1/auth/session', { session })).status === 200;
const confirmed = async (store?: TestStore): Promise<OwnerSession> => {
  const session = await site.login(store);
  await site.call('POST', '/v1/auth/confirm', { session, body: { password: PASSWORD } });
  return session;
};
const saltOf = (email: string) => passwordSalt(site.world.platform.services.digests, email);
async function inviteTo(store: TestStore, email: string): Promise<{ id: string; token: string }> {
  const { body } = await site.call('POST', '/v1/account/owners', { session: await confirmed(store), body: { email } });
  return { id: body.id, token: new URL(body.link).hash.slice(1) };
}
const join = (token: string, password: string) => site.call('POST', '/v1/auth/join', { body: { token, password } });

/** A login of an address in a store of its own, made by whoever. */
const plant = async (email: string, password: string): Promise<void> =>
  insertStore(site.world.database, {
    id: newId('str'),
    name: 'Tuzak',
    owner: { id: newId('own'), email, passwordHash: await hashPassword(password, saltOf(email)) },
  });

describe('an address of which somebody makes logins', () => {
  test('joins and logs in whatever their number, and each log-in is one hash', async () => {
    const email = 'kurban@example.com';
    for (let nth = 0; nth < 12; nth += 1) await plant(email, `tuzak parolasi ${nth}`);
    const { token } = await inviteTo(site.world, email);
    expect((await join(token, OTHER)).status).toBe(200);
    expect((await login(email, OTHER)).body.storeId).toBe(site.world.storeId);
    expect((await login(email, 'tuzak parolasi 11')).status).toBe(200);
    const { system } = site.world.database;
    expect(await loginManners(system, email)).toEqual([mannerOf(saltOf(email))]);
    // What was not proven is not even read.
    expect(await findLogins(system, email, ['x'])).toEqual([]);
  });

  test('loses no session to a login that was there first, when it turns out to have the same password', async () => {
    const email = 'sonra@example.com';
    const first = await inviteTo(site.world.other, email);
    const planted = sessionOf(await join(first.token, OTHER));
    const { token } = await inviteTo(site.world, email);
    await join(token, OTHER);
    const own = sessionOf(await login(email, OTHER));
    expect((await site.call('GET', '/v1/account/stores', { session: own })).body.items).toHaveLength(2);
    expect([await isAlive(planted), await isAlive(own)]).toEqual([false, true]);
  });
});

test('whoever logs in while the password is changed has no session that the change would have ended', async () => {
  const { owner, storeId, email } = site.world;
  const sessions = ownerSessions(site.world);
  const [row] = await site.rows<{ id: string; passwordHash: string }>(
    'SELECT l.id, l.password_hash AS "passwordHash" FROM login l JOIN owner_account o ON o.login_id = l.id WHERE o.id = $1',
    [owner.id],
  );
  const proven = row as { id: string; passwordHash: string };
  await beside(async (other) => {
    await other.query('BEGIN');
    await other.query('UPDATE login SET password_hash = $2 WHERE id = $1', [
      proven.id,
      await hashPassword(OTHER, saltOf(email)),
    ]);
    const opening = sessions.open({ id: owner.id, storeId }, proven, null);
    opening.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    await other.query('COMMIT');
    await expect(opening).rejects.toMatchObject({ code: 'invalid_login' });
  });
});

/** What is locked of an owner is locked in one order, so that none of these waits for what another one has: */
describe('the login, then accounts, then sessions: with a login that is being merged', () => {
  const cases: readonly (readonly [string, () => Promise<{ of: string; call: () => Promise<Answer> }>])[] = [
    [
      'an owner leaves',
      async () => {
        const { other, email } = site.world;
        const { id, token } = await inviteTo(other, email);
        const session = await confirmed();
        await site.call('POST', '/v1/account/stores/join', { session, body: { token } });
        const path = `/v1/account/stores/${other.storeId}`;
        return { of: id, call: () => site.call('DELETE', path, { session }) };
      },
    ],
    [
      'an owner is removed',
      async () => {
        const { id, token } = await inviteTo(site.world, 'ortak@example.com');
        await join(token, OTHER);
        const session = await confirmed();
        return { of: id, call: () => site.call('DELETE', `/v1/account/owners/${id}`, { session }) };
      },
    ],
    [
      'the password is changed',
      async () => {
        const session = await confirmed();
        const body = { newPassword: OTHER };
        return {
          of: site.world.owner.id,
          call: () => site.call('POST', '/v1/account/password', { session, body }),
        };
      },
    ],
    [
      'sessions end',
      async () => {
        const session = await confirmed();
        await site.login();
        return { of: site.world.owner.id, call: () => site.call('DELETE', '/v1/account/sessions', { session }) };
      },
    ],
  ];

  test.each(cases)('%s', async (_name, prepare) => {
    const { of, call } = await prepare();
    await beside(async (other) => {
      await other.query(`SET lock_timeout = '900ms'`);
      await other.query('BEGIN');
      await other.query('SELECT FROM login WHERE id = (SELECT login_id FROM owner_account WHERE id = $1) FOR UPDATE', [
        of,
      ]);
      const answer = call();
      await untilWaiting(site.world);
      // As merge_logins goes on.
      await other.query('UPDATE owner_account SET login_id = login_id WHERE id = $1', [of]);
      await other.query('UPDATE owner_session SET used_at = used_at WHERE owner_id = $1', [of]);
      await other.query('COMMIT');
      expect((await answer).status).toBeLessThan(300);
    });
  });
});

async function beside(work: (other: Client) => Promise<void>): Promise<void> {
  const other = new Client({ connectionString: site.world.superuserUrl });
  await other.connect();
  try {
    await work(other);
  } finally {
    await other.end();
  }
}
