import { type OwnerSession, openSite, type Site } from '../surfaces/site';

let site: Site;
let session: OwnerSession;
beforeEach(async () => {
  site = await openSite();
  // That of the world itself, which no cookie has.
  await site.rows('DELETE FROM owner_session');
  session = await site.login();
});
afterEach(() => site.close());

const list = async (as = session, query = '') =>
  (await site.call('GET', `/v1/account/sessions${query}`, { session: as })).body;
const end = (id: string, as = session) => site.call('DELETE', `/v1/account/sessions/${id}`, { session: as });
const lives = async (as: OwnerSession) => (await site.call('GET', '/v1/auth/session', { session: as })).status === 200;
const told = async (command: string) =>
  (await site.call('GET', `/v1/audit?command=${command}`, { session })).body.items;

describe('account.sessions', () => {
  test('shows an owner the own sessions that live, newest first, and no secret of them', async () => {
    const second = await site.login();
    await site.login(site.world.other);
    await site.rows(
      `UPDATE owner_session SET device = 'Firefox' WHERE id = (SELECT max(id) FROM owner_session WHERE store_id = $1)`,
      [site.world.storeId],
    );
    const { items } = await list();
    expect(items).toEqual([
      expect.objectContaining({ device: 'Firefox', isCurrent: false }),
      expect.objectContaining({ device: 'node', isCurrent: true }),
    ]);
    expect((await list(second)).items.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false]);
    expect(Object.keys(items[0]).toSorted()).toEqual(['createdAt', 'device', 'expiresAt', 'id', 'isCurrent', 'usedAt']);
    const page = await list(session, '?limit=1');
    expect([page.items, (await list(session, `?limit=1&cursor=${page.nextCursor}`)).items]).toEqual([
      [items[0]],
      [items[1]],
    ]);
    await site.rows(`UPDATE owner_session SET used_at = now() - interval '8 days' WHERE id = $1`, [items[0].id]);
    expect((await list()).items).toHaveLength(1);
  });
});

describe('account.session.end', () => {
  test('ends another one at once, and the trail says whose it was', async () => {
    const second = await site.login();
    const [{ id }] = (await list()).items;
    expect((await end(id)).status).toBe(200);
    expect([await lives(second), await lives(session)]).toEqual([false, true]);
    const [row] = await told('account.session.end');
    expect(row).toMatchObject({ command: 'account.session.end', actor: { id: site.world.owner.id } });
    expect(row.changes).toEqual([expect.objectContaining({ entity: 'session', id })]);
    expect((await end(id)).body.code).toBe('not_found');
  });

  test('does not end the one that asks, and none of anybody else', async () => {
    const [own] = (await list()).items;
    expect((await end(own.id)).body.code).toBe('not_found');
    const foreign = await site.login(site.world.other);
    const [theirs] = (await list(foreign)).items;
    expect((await end(theirs.id)).body.code).toBe('not_found');
    expect([await lives(session), await lives(foreign)]).toEqual([true, true]);
  });
});

describe('account.sessions.end', () => {
  test('ends all but the one that asks', async () => {
    const others = [await site.login(), await site.login()];
    const foreign = await site.login(site.world.other);
    const { status, body } = await site.call('DELETE', '/v1/account/sessions', { session });
    expect([status, body]).toEqual([200, { sessionsEnded: 2 }]);
    expect(await Promise.all([...others, session, foreign].map(lives))).toEqual([false, false, true, true]);
    expect((await told('account.sessions.end'))[0].changes).toHaveLength(2);
  });
});
