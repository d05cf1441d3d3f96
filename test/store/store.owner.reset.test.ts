import { createMailActivities } from '../../activities/mail.delivery';
import { linkDigest, passwordLinkToken } from '../../src/account/link';
import { hashPassword, passwordSalt } from '../../src/account/password';
import { newId } from '../../src/kernel/ids';
import { insertStore } from '../../src/store/store';
import { type Inbox, openInbox } from '../mail/inbox';
import { openSite, type Site } from '../surfaces/site';
import { outsideOfWorker } from '../world/activity';
import { eventually } from '../world/eventually';
import { holding, untilWaiting } from '../world/held';
import { PASSWORD } from '../world/world';

const NEW = 'yepyeni bir parola';

let site: Site;
let inbox: Inbox;
beforeEach(async () => {
  inbox = await openInbox(0);
  site = await openSite({ environment: { SMTP_URL: inbox.url } });
});
afterEach(async () => {
  await site.close();
  await inbox.close();
});

const forgot = (email: string) => site.call('POST', '/v1/auth/forgot', { body: { email } });
const reset = (token: string, password = NEW) => site.call('POST', '/v1/auth/reset', { body: { token, password } });
const login = (email: string, password: string) => site.call('POST', '/v1/auth/login', { body: { email, password } });
const mails = () =>
  site.rows<{ id: string; storeId: string; state: string }>(
    'SELECT id, store_id AS "storeId", state FROM mail ORDER BY id',
  );
const isAlive = async (session: Awaited<ReturnType<Site['session']>>) =>
  (await site.call('GET', '/v1/auth/session', { session })).status === 200;

/** The token of the newest link that was mailed, as its mail will have it. */
async function asked(email = site.world.email): Promise<string> {
  const newest = async () => (await site.rows<{ id: string }>('SELECT max(mail_id) AS id FROM password_link'))[0]?.id;
  const before = await newest();
  expect((await forgot(email)).status).toBe(202);
  await eventually(async () => (await newest()) !== before);
  const [link] = await site.rows<{ mailId: string; expiresAt: string }>(
    'SELECT mail_id AS "mailId", expires_at AS "expiresAt" FROM password_link ORDER BY mail_id DESC LIMIT 1',
  );
  const expiresAt = new Date(link?.expiresAt ?? '').toISOString();
  return passwordLinkToken(site.world.platform.services.digests, link?.mailId ?? '', expiresAt);
}

/** A login of an address in a store of its own, made by whoever. */
async function plant(email: string, password: string): Promise<string> {
  const storeId = newId('str');
  const salt = passwordSalt(site.world.platform.services.digests, email);
  const passwordHash = await hashPassword(password, salt);
  await insertStore(site.world.database, {
    id: storeId,
    name: 'Öteki',
    owner: { id: newId('own'), email, passwordHash },
  });
  return storeId;
}

const deliver = (mail: { readonly id: string; readonly storeId: string }) =>
  outsideOfWorker(() =>
    createMailActivities(site.world.platform).deliverMail({ storeId: mail.storeId, mailId: mail.id }),
  );

/** Of quoted-printable. */
const decoded = (text: string): string => text.replaceAll('=3D', '=');

describe('store.owner.reset', () => {
  test('sets another password with the mailed link, which ends all sessions and works once', async () => {
    const session = await site.session();
    const token = await asked();
    expect((await login(site.world.email, PASSWORD)).status).toBe(200);
    expect(await reset(token)).toMatchObject({ status: 204, text: '' });
    expect(await isAlive(session)).toBe(false);
    expect((await login(site.world.email, PASSWORD)).status).toBe(401);
    expect((await login(site.world.email, NEW)).status).toBe(200);
    expect((await reset(token, 'bambaşka bir parola')).body).toMatchObject({ status: 410, code: 'link_over' });
  });

  test('finds an old link over, and one that was made before the password was changed', async () => {
    const old = await asked();
    await site.rows(`UPDATE password_link SET expires_at = now() - interval '1 second'`);
    expect((await reset(old)).body.code).toBe('link_over');
    const fresh = await asked();
    const session = await site.session();
    const called = { session };
    expect((await site.call('POST', '/v1/auth/confirm', { ...called, body: { password: PASSWORD } })).status).toBe(204);
    const changed = await site.call('POST', '/v1/account/password', { ...called, body: { newPassword: NEW } });
    expect(changed.status).toBe(200);
    expect((await reset(fresh, 'bambaşka bir parola')).body.code).toBe('link_over');
  });

  test('has one password in the end, however many links are used at once', async () => {
    const [first, second] = [await asked(), await asked()];
    const tries = [first, first, second, second].map((token, nth) => ({ token, password: `parola numara ${nth}` }));
    const answers = await Promise.all(tries.map(({ token, password }) => reset(token, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 410, 410, 410]);
    const logins = await Promise.all(tries.map(({ password }) => login(site.world.email, password)));
    expect(logins.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 204));
    expect(await site.rows('SELECT digest FROM password_link')).toEqual([]);
  });

  test('cannot be let in by a guess, from another origin, or by what does not fit', async () => {
    const token = await asked();
    expect((await reset(`${token.slice(0, -1)}x`)).body.code).toBe('link_over');
    const foreign = await site.call('POST', '/v1/auth/reset', {
      body: { token, password: NEW },
      headers: { Origin: 'https://evil.example' },
    });
    expect(foreign.body.code).toBe('csrf_failed');
    expect((await reset(token, 'short')).body.code).toBe('invalid_request');
    expect((await forgot('')).body.code).toBe('invalid_request');
    expect((await reset(token)).status).toBe(204);
  });
});

describe('store.owner.remind', () => {
  test('mails an address that the settings state, whatever the caller calls this host', async () => {
    const body = JSON.stringify({ email: site.world.email });
    const answer = await site.raw(
      [
        'POST /v1/auth/forgot HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'Forwarded: host=evil.example',
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 202 /);
    expect(answer).toContain('{"mails":"sent"}');
    await eventually(async () => (await mails()).length === 1);
    const [mail] = await mails();
    expect(await deliver(mail as never)).toBe('sent');
    const text = decoded(inbox.taken[0]?.text ?? '');
    expect([inbox.taken[0]?.to, text]).toEqual([site.world.email, expect.not.stringContaining('evil')]);
    const [, token = ''] = /http:\/\/[\w.]+(?::\d+)?\/panel\/reset#([\w-]{43})/.exec(text) ?? [];
    expect((await reset(token)).status).toBe(204);
  });

  test('answers the same while the work for the address stands still, and if nobody has the address', async () => {
    const [account] = await site.rows<{ id: string }>('SELECT id FROM owner_account WHERE store_id = $1', [
      site.world.storeId,
    ]);
    const release = await holding(site.world, 'SELECT id FROM owner_account WHERE id = $1 FOR UPDATE', [account?.id]);
    try {
      const known = await forgot(site.world.email);
      await untilWaiting(site.world, 1);
      const unknown = await forgot('kimse@example.com');
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
      expect(await mails()).toEqual([]);
    } finally {
      await release();
    }
    await eventually(async () => (await mails()).length === 1);
  });

  test('does not flood a mailbox: an address and a place wait, whether somebody has the address or not', async () => {
    for (const email of [site.world.email, 'kimse@example.com']) {
      const statuses: number[] = [];
      for (let i = 0; i < 3; i += 1) statuses.push((await forgot(email)).status);
      await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 minute'`);
      const last = await forgot(email.toUpperCase());
      expect([...statuses, last.status, last.body.code]).toEqual([202, 202, 202, 429, 'throttled']);
      expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    await site.rows('DELETE FROM login_failure');
    for (let i = 0; i < 20; i += 1) {
      const { status } = await forgot(`kimse${i}@example.com`);
      expect(status).toBe(202);
    }
    await site.rows(`UPDATE login_failure SET failed_at = now() + interval '1 minute'`);
    expect((await forgot('kimse@example.com')).status).toBe(429);
  });

  test('sends no mail whose link is over, however often it is queued again', async () => {
    const token = await asked();
    const [mail] = await mails();
    await reset(token);
    expect(await deliver(mail as never)).toBe('dropped');
    expect(await deliver(mail as never)).toBe('dropped');
    expect(inbox.taken).toEqual([]);
    // Behind it stands the mail that tells of the new password.
    expect(await mails()).toMatchObject([{ state: 'dropped' }, { state: 'queued' }]);
  });

  test('writes the same link into a mail that is sent twice', async () => {
    await asked();
    const [mail] = await mails();
    await deliver(mail as never);
    await site.rows(`UPDATE mail SET state = 'queued'`);
    await deliver(mail as never);
    expect(inbox.taken.map(({ text }) => /reset#[\w-]+/.exec(decoded(text))?.[0])).toEqual(
      Array(2).fill(expect.stringMatching(/^reset#[\w-]{43}$/)),
    );
    expect(new Set(inbox.taken.map(({ text }) => text)).size).toBe(1);
  });
});

describe('store.owner.renew', () => {
  test('takes over every login of the address: one that somebody has planted opens nothing any more', async () => {
    const planted = await plant(site.world.email, 'tuzak parolası');
    const { body } = await login(site.world.email, 'tuzak parolası');
    expect(body.storeId).toBe(planted);
    expect((await reset(await asked())).status).toBe(204);
    expect((await login(site.world.email, 'tuzak parolası')).status).toBe(401);
    const again = await login(site.world.email, NEW);
    expect([again.status, again.body.storeId]).toEqual([200, site.world.storeId]);
    expect((await login(site.world.other.email, PASSWORD)).status).toBe(200);
  });

  test('leaves a trail in each store, without the password, the link or the address of a host', async () => {
    const planted = await plant(site.world.email, 'tuzak parolası');
    const token = await asked();
    await reset(token);
    const rows = await site.rows<{ storeId: string; command: string; text: string }>(
      `SELECT store_id AS "storeId", command, a::text AS text FROM audit_row a
       WHERE command IN ('store.owner.remind', 'store.owner.reset', 'store.owner.renew') ORDER BY at, command`,
    );
    expect(rows.map(({ storeId, command }) => [storeId, command])).toEqual(
      expect.arrayContaining([
        [site.world.storeId, 'store.owner.remind'],
        [site.world.storeId, 'store.owner.reset'],
        [planted, 'store.owner.renew'],
      ]),
    );
    expect(rows).toHaveLength(3);
    const tables = ['audit_row', 'command_outcome', 'mail', 'outbox', 'password_link', 'login', 'login_failure'];
    const texts = tables.map((table) => `SELECT coalesce(string_agg(t::text, ''), '') AS text FROM ${table} t`);
    const kept = (await site.rows<{ text: string }>(texts.join(' UNION ALL '))).map(({ text }) => text).join();
    for (const secret of [token, linkDigest(token).toString('hex'), NEW, site.world.email])
      expect(kept).not.toContain(secret);
    expect(rows.map(({ text }) => text).join()).not.toContain('argon2');
  });
});

test('the mail of an invitation whose link is over is not sent either', async () => {
  const session = await site.session();
  const called = { session };
  await site.call('POST', '/v1/auth/confirm', { ...called, body: { password: PASSWORD } });
  const { body } = await site.call('POST', '/v1/account/owners', { ...called, body: { email: 'ortak@example.com' } });
  const joined = await site.call('POST', '/v1/auth/join', {
    body: { token: new URL(body.link).hash.slice(1), password: NEW },
  });
  expect(joined.status).toBe(200);
  const [mail] = await mails();
  expect(await deliver(mail as never)).toBe('dropped');
  expect(inbox.taken).toEqual([]);
});
