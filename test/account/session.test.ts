import { hashPassword, passwordMatches } from '../../src/account/password';
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';

describe('the owner’s session', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const login = (body: unknown, headers: Record<string, string> = {}) =>
    site.call('POST', '/v1/auth/login', { body, headers });
  const mint = { kind: 'developer', label: 'ERP' };

  test('login sets a cookie that no script reads and no other site sends, and stores only digests', async () => {
    const { status, headers, body } = await login({ email: site.world.email.toUpperCase(), password: PASSWORD });
    expect(status).toBe(200);
    const cookie = headers.get('Set-Cookie') as string;
    expect(cookie).toMatch(/^tezgah_session=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/i);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(body).toEqual({ csrfToken: expect.any(String), storeId: site.world.storeId, expiresAt: expect.any(String) });
    const secret = cookie.slice('tezgah_session='.length, cookie.indexOf(';'));
    const [found] = await site.rows<{ rows: string }>('SELECT json_agg(s)::text AS rows FROM owner_session s');
    expect(found?.rows).not.toContain(secret);
    expect(found?.rows).not.toContain(body.csrfToken);
  });

  test('the cookie is Secure behind https', async () => {
    const secure = await openSite({ environment: { TEZGAH_PUBLIC_URL: 'https://panel.example' } });
    try {
      const response = await fetch(`http://127.0.0.1:${secure.api.port}/v1/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'https://panel.example' },
        body: JSON.stringify({ email: secure.world.email, password: PASSWORD }),
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('Set-Cookie')).toMatch(/; secure/i);
    } finally {
      await secure.close();
    }
  });

  test('a wrong password and an unknown e-mail are one answer and one work', async () => {
    const wrong = await login({ email: site.world.email, password: 'wrong' });
    const unknown = await login({ email: 'nobody@example.com', password: 'wrong' });
    const { requestId: _, ...wrongBody } = wrong.body;
    const { requestId: __, ...unknownBody } = unknown.body;
    expect([wrong.status, wrongBody.code]).toEqual([401, 'invalid_login']);
    expect(unknownBody).toEqual(wrongBody);

    const stored = await hashPassword(PASSWORD);
    const [known, missing] = [
      await timeOf(() => passwordMatches(stored, 'x')),
      await timeOf(() => passwordMatches(undefined, 'x')),
    ];
    expect(missing).toBeGreaterThan(known / 4);
    expect(missing).toBeLessThan(known * 4);
    expect(await passwordMatches(undefined, 'no account has this password')).toBe(false);
    expect(stored).toMatch(/^\$argon2id\$/);
  });

  async function timeOf(work: () => Promise<unknown>): Promise<number> {
    await work();
    const from = performance.now();
    for (let i = 0; i < 5; i += 1) await work();
    return performance.now() - from;
  }

  test('failed logins of one account are throttled, and the right password does not help then', async () => {
    const guarded = await openSite();
    try {
      const attempt = (password: string) =>
        guarded.call('POST', '/v1/auth/login', { body: { email: guarded.world.other.email, password } });
      const statuses: number[] = [];
      for (let i = 0; i < 11; i += 1) statuses.push((await attempt('wrong')).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
      const locked = await attempt(PASSWORD);
      expect([locked.status, locked.body.code]).toEqual([429, 'throttled']);
      expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(0);
      await expect(guarded.login(guarded.world)).resolves.toBeDefined();
    } finally {
      await guarded.close();
    }
  });

  test('many guesses at once do not get past the throttle', async () => {
    const guarded = await openSite();
    try {
      const attempts = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          guarded.call('POST', '/v1/auth/login', { body: { email: guarded.world.email, password: `guess ${index}` } }),
        ),
      );
      expect(attempts.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    } finally {
      await guarded.close();
    }
  });

  test('a malformed login says which field', async () => {
    const { status, body } = await login({ email: 'a@example.com', password: 7, admin: true });
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(['/admin', '/password']);
    for (const odd of [[], null, 'text', 7, { email: 'a\u0000b@example.com', password: 'x' }])
      expect([odd, (await login(odd)).status]).toEqual([odd, 400]);
    expect((await site.call('POST', '/v1/auth/login')).status).toBe(400);
  });

  test('an unsafe method needs the session’s own CSRF token and no foreign site', async () => {
    const session = await site.login();
    const post = (csrfToken: string, headers: Record<string, string> = {}) =>
      site.call('POST', '/v1/tokens', { session: { ...session, csrfToken }, body: mint, headers });
    const another = await site.login(site.world.other);
    for (const csrfToken of ['', 'wrong', another.csrfToken]) {
      const { status, body } = await post(csrfToken);
      expect([csrfToken, status, body.code]).toEqual([csrfToken, 403, 'csrf_failed']);
    }
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
    ] as Record<string, string>[])
      expect([headers, (await post(session.csrfToken, headers)).body.code]).toEqual([headers, 'csrf_failed']);
    expect((await post(session.csrfToken, { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
    expect((await site.call('GET', '/v1/tokens', { headers: { Cookie: session.cookie } })).status).toBe(200);
  });

  test('login and a new CSRF token are not for foreign sites either', async () => {
    const foreign = { Origin: 'https://evil.example' };
    const body = { email: site.world.email, password: PASSWORD };
    expect((await login(body, foreign)).body.code).toBe('csrf_failed');
    expect((await login(body, { 'Sec-Fetch-Site': 'cross-site' })).body.code).toBe('csrf_failed');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await site.call('POST', '/v1/auth/login', { body: 'email=a&password=b', headers: form })).status).toBe(415);

    const session = await site.login();
    const renew = (headers: Record<string, string> = {}) =>
      site.call('POST', '/v1/auth/csrf', { body: {}, headers: { Cookie: session.cookie, ...headers } });
    expect((await renew(foreign)).body.code).toBe('csrf_failed');
    const renewed = await renew();
    expect(renewed.status).toBe(200);
    const post = (csrfToken: string) =>
      site.call('POST', '/v1/tokens', { session: { ...session, csrfToken }, body: mint });
    expect((await post(session.csrfToken)).body.code).toBe('csrf_failed');
    expect((await post(renewed.body.csrfToken)).status).toBe(201);
  });

  test('logout ends the session at once, on the server', async () => {
    const session = await site.login();
    const mine = () => site.call('GET', '/v1/auth/session', { session });
    expect((await mine()).body).toMatchObject({ storeId: site.world.storeId, email: site.world.email });
    expect((await site.call('POST', '/v1/auth/logout', { session: { ...session, csrfToken: 'x' } })).status).toBe(403);
    const out = await site.call('POST', '/v1/auth/logout', { session });
    expect([out.status, out.headers.get('Set-Cookie')]).toEqual([
      204,
      expect.stringMatching(/^tezgah_session=; .*1970/),
    ]);
    expect((await mine()).status).toBe(401);
    expect((await site.call('GET', '/v1/tokens', { session })).status).toBe(401);
  });

  test('a session ends with its time, and when it was not used for a week', async () => {
    for (const column of [`expires_at = now() - interval '1 second'`, `used_at = now() - interval '8 days'`]) {
      const session = await site.login();
      await site.world.sql(`UPDATE owner_session SET ${column}`);
      expect([column, (await site.call('GET', '/v1/tokens', { session })).status]).toEqual([column, 401]);
    }
  });

  test('without a session there is none to describe, end or renew', async () => {
    expect((await site.call('GET', '/v1/auth/session')).status).toBe(401);
    expect((await site.call('POST', '/v1/auth/logout')).status).toBe(401);
    expect((await site.call('POST', '/v1/auth/csrf', { body: {} })).status).toBe(401);
  });
});
