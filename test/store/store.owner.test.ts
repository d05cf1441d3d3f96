import { createMailActivities } from '../../activities/mail.delivery';
import { openInbox } from '../mail/inbox';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { outsideOfWorker } from '../world/activity';
import { eventually } from '../world/eventually';
import { PASSWORD } from '../world/world';

const EMAIL = 'ortak@example.com';
const NEW = 'ortağın parolası';

let site: Site;
let session: OwnerSession;
const open = async (environment: Record<string, string> = {}) => {
  site = await openSite({ environment });
  session = await site.login();
};
afterEach(() => site.close());

const confirm = (as = session, password = PASSWORD) =>
  site.call('POST', '/v1/auth/confirm', { session: as, body: { password } });
const invite = (email = EMAIL, as = session) =>
  site.call('POST', '/v1/account/owners', { session: as, body: { email } });
const reinvite = (id: string) => site.call('POST', `/v1/account/owners/${id}/invitation`, { session, body: {} });
const remove = (id: string, as = session) => site.call('DELETE', `/v1/account/owners/${id}`, { session: as });
const owners = async (as = session) => (await site.call('GET', '/v1/account/owners', { session: as })).body.items;
const look = (token: string) => site.call('POST', '/v1/auth/invitation', { body: { token } });
const join = (token: string, password = NEW) => site.call('POST', '/v1/auth/join', { body: { token, password } });
const tokenOf = ({ body }: { body: { link: string } }): string => new URL(body.link).hash.slice(1);
const everything = async (): Promise<string> => {
  const tables = ['owner_account', 'login', 'audit_row', 'command_outcome', 'mail', 'outbox'];
  const texts = tables.map((table) => `SELECT coalesce(string_agg(t::text, ''), '') AS text FROM ${table} t`);
  return (await site.rows<{ text: string }>(texts.join(' UNION ALL '))).map(({ text }) => text).join();
};
async function invited(): Promise<{ id: string; token: string }> {
  await confirm();
  const answer = await invite();
  return { id: answer.body.id, token: tokenOf(answer) };
}
async function joined(): Promise<{ id: string; session: OwnerSession }> {
  const { id, token } = await invited();
  const { headers, body } = await join(token);
  return { id, session: { cookie: headers.getSetCookie()[0]?.split(';')[0] as string, csrfToken: body.csrfToken } };
}

describe('store.owner.invite', () => {
  beforeEach(() => open());

  test('asks for the password first, shows the link once, and writes a mail', async () => {
    expect((await invite()).body.code).toBe('confirm_needed');
    await confirm();
    const { status, body } = await invite();
    expect([status, body]).toEqual([201, expect.objectContaining({ email: EMAIL, status: 'invited', joinedAt: null })]);
    expect(body.link).toMatch(/\/panel\/invitation#[\w-]{43}$/);
    const week = 7 * 24 * 3_600_000;
    expect(Math.abs(Date.parse(body.inviteExpiresAt) - Date.now() - week)).toBeLessThan(60_000);
    expect(await owners()).toEqual([
      expect.objectContaining({ id: body.id, status: 'invited' }),
      expect.objectContaining({ email: site.world.email, status: 'active' }),
    ]);
    const { items } = (await site.call('GET', '/v1/account/mails', { session })).body;
    expect(items).toEqual([expect.objectContaining({ to: EMAIL, subject: 'Mağazaya davet: Kahve Dükkânı' })]);
    expect(JSON.stringify(items)).not.toContain(tokenOf({ body }));
  });

  test('keeps a digest of the link, and the address in the row of the account alone', async () => {
    const { token } = await invited();
    const kept = await everything();
    expect(kept).not.toContain(token);
    expect(kept.split(EMAIL)).toHaveLength(2);
  });

  test('takes an address once, in whatever letters, and no more than twenty owners', async () => {
    await invited();
    expect((await invite(EMAIL.toUpperCase())).body.code).toBe('email_taken');
    await site.rows(
      `INSERT INTO owner_account (id, store_id, email, joined_at) SELECT 'own_' || i, $1, i || '@example.com', NULL
       FROM generate_series(3, 20) AS i`,
      [site.world.storeId],
    );
    expect((await invite('biri@example.com')).body.code).toBe('owners_full');
  });

  test('takes one of two at once for whom there is one place', async () => {
    await confirm();
    await site.rows(
      `INSERT INTO owner_account (id, store_id, email, joined_at) SELECT 'own_' || i, $1, i || '@example.com', NULL
       FROM generate_series(2, 19) AS i`,
      [site.world.storeId],
    );
    await site.rows('BEGIN');
    await site.rows(`SELECT FROM owner_account WHERE id = 'own_2' FOR UPDATE`);
    const asked = ['biri@example.com', 'digeri@example.com'].map((email) => invite(email));
    const waiting = () => site.rows('SELECT FROM pg_locks WHERE NOT granted');
    await eventually(async () => (await waiting()).length === 2);
    await site.rows('COMMIT');
    const answers = await Promise.all(asked);
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([201, 'owners_full']);
    expect(await site.rows('SELECT FROM owner_account WHERE store_id = $1', [site.world.storeId])).toHaveLength(20);
  });

  test('mails nobody again and again who is invited and taken back in turn', async () => {
    await confirm();
    for (let i = 0; i < 4; i += 1) {
      await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 hour' RETURNING key`);
      const { status, body } = await invite(i === 1 ? EMAIL.toUpperCase() : EMAIL);
      expect([i, status]).toEqual([i, i < 3 ? 201 : 429]);
      if (i < 3) expect((await remove(body.id)).status).toBe(200);
    }
    expect(await owners()).toHaveLength(1);
    expect((await invite('baska@example.com')).status).toBe(201);
  });

  test('whoever is invited gets no mail of proposals and cannot log in', async () => {
    await invited();
    const login = await site.call('POST', '/v1/auth/login', { body: { email: EMAIL, password: '' } });
    expect([400, 401]).toContain(login.status);
    const agent = await site.mint('agent');
    const { proposalId } = await site.command(agent.token, 'catalog.product.create', { title: 'Fincan', price: 7_500 });
    await site.command(agent.token, 'proposal.submit', { proposalId });
    const { items } = (await site.call('GET', '/v1/account/mails', { session })).body;
    expect(items.map(({ to }: { to: string }) => to)).toEqual([site.world.email, EMAIL]);
  });
});

describe('store.owner.join', () => {
  beforeEach(() => open());

  test('lets the invited one in with a password, once, and looking uses nothing up', async () => {
    const { id, token } = await invited();
    for (let i = 0; i < 3; i += 1)
      expect((await look(token)).body).toEqual({ email: EMAIL, storeName: 'Kahve Dükkânı' });
    const { status, body } = await join(token);
    expect([status, body.storeId]).toEqual([200, site.world.storeId]);
    expect((await join(token, 'another password')).body.code).toBe('joined_already');
    expect((await look(token)).body.code).toBe('joined_already');
    const login = await site.call('POST', '/v1/auth/login', { body: { email: EMAIL, password: NEW } });
    expect([login.status, login.body.storeId]).toEqual([200, site.world.storeId]);
    const [row] = (await site.call('GET', '/v1/audit?command=store.owner.join', { session })).body.items;
    expect(row).toMatchObject({ actor: { kind: 'owner', id }, outcome: 'done', payload: {} });
  });

  test('claims at once let in one', async () => {
    const { token } = await invited();
    const answers = await Promise.all([join(token), join(token), join(token)]);
    const [first, ...others] = answers.toSorted((left, right) => left.status - right.status);
    expect([first?.status, others.length]).toEqual([200, 2]);
    // Who comes when it has been claimed is told so.
    for (const { body } of others) expect(['link_over', 'joined_already']).toContain(body.code);
  });

  test('is over after seven days', async () => {
    const { token } = await invited();
    await site.rows(`UPDATE owner_account SET invite_expires_at = now() WHERE joined_at IS NULL`);
    expect([(await look(token)).body.code, (await join(token)).body.code]).toEqual(['link_over', 'link_over']);
    expect((await owners())[0]).toMatchObject({ status: 'expired' });
  });

  test('guesses wait like failed logins', async () => {
    const { token } = await invited();
    for (let i = 0; i < 10; i += 1) expect((await look('x')).status).toBe(410);
    await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 hour'`);
    expect((await look(token)).status).toBe(429);
    expect((await join(token)).status).toBe(429);
  });
});

describe('store.owner.reinvite', () => {
  beforeEach(() => open());

  test('makes another link, mails it, and ends the one before', async () => {
    const { id, token } = await invited();
    const early = await reinvite(id);
    expect([early.status, early.body.code]).toEqual([429, 'throttled']);
    await site.rows(`UPDATE owner_account SET invite_expires_at = now() - interval '1 day' WHERE id = $1`, [id]);
    const again = await reinvite(id);
    expect([again.status, again.body.status]).toEqual([200, 'invited']);
    expect((await look(token)).body.code).toBe('link_over');
    expect((await join(tokenOf(again))).status).toBe(200);
    expect((await site.call('GET', '/v1/account/mails', { session })).body.items).toHaveLength(2);
    expect((await reinvite(id)).body.code).toBe('invalid_state');
  });
});

describe('store.owner.remove', () => {
  beforeEach(() => open());

  test('ends sessions at once, forgets the address, and takes the mails along', async () => {
    const other = await joined();
    expect((await site.call('GET', '/v1/auth/session', { session: other.session })).body.email).toBe(EMAIL);
    expect((await remove(other.id)).status).toBe(200);
    expect((await site.call('GET', '/v1/auth/session', { session: other.session })).status).toBe(401);
    expect((await site.call('POST', '/v1/auth/login', { body: { email: EMAIL, password: NEW } })).status).toBe(401);
    expect(await everything()).not.toContain(EMAIL);
    const rows = (await site.call('GET', '/v1/audit?command=store.owner.invite', { session })).body.items;
    expect(JSON.stringify(rows)).not.toContain(EMAIL);
    expect(rows[0].payload.email).toEqual({ personal: 'ended' });
    // The address is free again.
    expect((await invite()).status).toBe(201);
  });

  test('takes an invitation back', async () => {
    const { id, token } = await invited();
    expect((await remove(id)).status).toBe(200);
    expect((await join(token)).body.code).toBe('link_over');
  });

  test('leaves always one: nobody removes the own account, and two who remove each other are not both gone', async () => {
    const other = await joined();
    const own = site.world.owner.id;
    expect((await remove(own)).body.code).toBe('invalid_state');
    await confirm(other.session, NEW);
    const statuses = (await Promise.all([remove(other.id), remove(own, other.session)])).map(({ status }) => status);
    // Whoever comes second has no session, or none that is confirmed.
    expect([
      [200, 401],
      [200, 403],
    ]).toContainEqual(statuses.toSorted());
    expect(await site.rows('SELECT id FROM owner_account WHERE store_id = $1', [site.world.storeId])).toHaveLength(1);
  });

  test('knows no owner of another store, and no token may do any of it', async () => {
    await confirm();
    expect((await remove(site.world.other.owner.id)).body.code).toBe('not_found');
    const { token } = await site.mint('developer', ['store:admin']);
    const denied = await site.call('GET', '/v1/account/owners', { token });
    expect([denied.status, denied.body.code]).toEqual([403, 'owner_only']);
  });
});

describe('the mail of an invitation', () => {
  test('has the link when it is sent, and nowhere before', async () => {
    const inbox = await openInbox(0);
    try {
      await open({ SMTP_URL: inbox.url });
      const { token } = await invited();
      const [{ id }] = (await site.call('GET', '/v1/account/mails', { session })).body.items;
      const { platform, storeId } = site.world;
      expect(await outsideOfWorker(() => createMailActivities(platform).deliverMail({ storeId, mailId: id }))).toBe(
        'sent',
      );
      const [mail] = inbox.taken;
      expect(mail?.to).toBe(EMAIL);
      expect(decoded(mail?.text ?? '')).toContain(`/panel/invitation#${token}`);
      expect(await everything()).not.toContain(token);
    } finally {
      await inbox.close();
    }
  });
});

/** Of quoted-printable. */
const decoded = (text: string): string => text.replaceAll('=3D', '=');
