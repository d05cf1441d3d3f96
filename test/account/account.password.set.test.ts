import { newUlid } from '../../src/kernel/ids';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';

const NEW = 'yepyeni bir parola';

describe('account.password.set', () => {
  let site: Site;
  let session: OwnerSession;
  beforeEach(async () => {
    site = await openSite();
    session = await site.login();
  });
  afterEach(() => site.close());

  const set = (newPassword: string, as = session) =>
    site.call('POST', '/v1/account/password', { session: as, body: { newPassword } });
  const confirm = (password: string, as = session) =>
    site.call('POST', '/v1/auth/confirm', { session: as, body: { password } });
  const login = (password: string) =>
    site.call('POST', '/v1/auth/login', { body: { email: site.world.email, password } });

  test('asks for the old password first, takes the new one from then on, and ends all other sessions', async () => {
    const other = await site.login();
    const early = await set(NEW);
    expect([early.status, early.body.code]).toEqual([403, 'confirm_needed']);
    expect((await confirm(PASSWORD)).status).toBe(204);
    // Of another session of the same owner that says nothing.
    expect((await set(NEW, other)).body.code).toBe('confirm_needed');
    const { status, body } = await set(NEW);
    // The world of a test has opened one, too.
    expect([status, body]).toEqual([200, { passwordSetAt: expect.any(String), sessionsEnded: 2 }]);
    expect((await site.call('GET', '/v1/auth/session', { session: other })).status).toBe(401);
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(200);
    expect([(await login(PASSWORD)).status, (await login(NEW)).status]).toEqual([401, 200]);
  });

  test('a confirmation counts for ten minutes', async () => {
    await confirm(PASSWORD);
    await site.rows(`UPDATE owner_session SET confirmed_at = now() - interval '11 minutes'`);
    expect((await set(NEW)).body.code).toBe('confirm_needed');
  });

  test('a wrong password confirms nothing, keeps the session, and counts as a failed login', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i += 1) statuses.push((await confirm('wrong')).status);
    expect(statuses).toEqual(Array(10).fill(401));
    await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 hour'`);
    expect((await confirm(PASSWORD)).status).toBe(429);
    expect((await login(PASSWORD)).status).toBe(429);
    expect((await site.call('GET', '/v1/auth/session', { session })).status).toBe(200);
    expect((await set(NEW)).body.code).toBe('confirm_needed');
  });

  test('the trail tells who changed it when, and no password', async () => {
    await confirm(PASSWORD);
    await set(NEW);
    const [row] = (await site.call('GET', '/v1/audit?command=account.password.set', { session })).body.items;
    expect(row).toMatchObject({ actor: { kind: 'owner', id: site.world.owner.id }, outcome: 'done', payload: {} });
    expect(row.changes.map(({ entity }: { entity: string }) => entity)).toEqual(['owner', 'session']);
    const [{ kept } = { kept: '' }] = await site.rows<{ kept: string }>(
      `SELECT string_agg(a::text, '') || (SELECT string_agg(o::text, '') FROM command_outcome o) AS kept FROM audit_row a`,
    );
    for (const secret of [NEW, PASSWORD, 'argon2', site.world.email]) expect(kept).not.toContain(secret);
  });

  test('one key changes it once, a dry run not at all, and a token never', async () => {
    const { token } = await site.mint('developer');
    await confirm(PASSWORD);
    const dry = await site.call('POST', '/v1/account/password', {
      session,
      headers: { 'Dry-Run': 'true' },
      body: { newPassword: NEW },
    });
    expect([dry.status, dry.body.dryRun, (await login(PASSWORD)).status]).toEqual([200, true, 200]);
    expect(dry.text).not.toContain(NEW);
    const headers = { 'Idempotency-Key': newUlid() };
    const keyed = () => site.call('POST', '/v1/account/password', { session, headers, body: { newPassword: NEW } });
    const [first, again] = [await keyed(), await keyed()];
    expect([first.status, again.status, again.headers.get('Idempotent-Replayed')]).toEqual([200, 200, 'true']);
    expect(again.body).toEqual(first.body);
    const denied = await site.call('POST', '/v1/account/password', { token, body: { newPassword: NEW } });
    expect([denied.status, denied.body.code]).toEqual([403, 'owner_only']);
    expect((await set('short')).body.code).toBe('invalid_request');
  });
});
