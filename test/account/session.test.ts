import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BROWSER_LIFE_MS, KnownBrowsers } from '../../src/account/known-browsers';
import { hashPassword, mannerOf, passwordHashes, passwordSalt } from '../../src/account/password';
import { startApi } from '../../src/api';
import { createLog } from '../../src/kernel/log';
import { KeyRing } from '../../src/kernel/personal/key-ring';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { slowTest } from '../world/slow-test';
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
    const [cookie = '', browser] = headers.getSetCookie();
    expect(cookie).toMatch(/^tezgah_session=[\w-]{43}; path=\/; expires=.*; samesite=lax; httponly$/i);
    expect(browser).toMatch(/^tezgah_browser=own_[\w.-]+; path=\/; expires=.*; samesite=lax; httponly$/i);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(body).toEqual({ csrfToken: expect.any(String), storeId: site.world.storeId, expiresAt: expect.any(String) });
    const secret = cookie.slice('tezgah_session='.length, cookie.indexOf(';'));
    const [found] = await site.rows<{ rows: string }>('SELECT json_agg(s)::text AS rows FROM owner_session s');
    expect(found?.rows).not.toContain(secret);
    expect(found?.rows).not.toContain(body.csrfToken);
  });

  test('behind https the cookies are Secure and bound to the host', async () => {
    const secure = await openSite({ environment: { TEZGAH_PUBLIC_URL: 'https://panel.example' } });
    try {
      const response = await fetch(`http://127.0.0.1:${secure.api.port}/v1/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: 'https://panel.example' },
        body: JSON.stringify({ email: secure.world.email, password: PASSWORD }),
      });
      expect(response.status).toBe(200);
      const cookies = response.headers.getSetCookie();
      for (const cookie of cookies) expect(cookie).toMatch(/^__Host-tezgah_\w+=.*; path=\/; .*; secure/i);
      const { csrfToken } = (await response.json()) as { csrfToken: string };
      const session = { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '), csrfToken };
      const url = `http://127.0.0.1:${secure.api.port}/v1/tokens`;
      const headers = { Cookie: session.cookie, 'X-CSRF-Token': csrfToken };
      expect((await fetch(url, { headers })).status).toBe(200);
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
  });

  test('the passwords of an address are hashed alike: one hash says which of its logins have one', async () => {
    const { digests } = site.world.platform.services;
    const salt = passwordSalt(digests, 'Owner@Example.com');
    const stored = await hashPassword(PASSWORD, salt);
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(stored.startsWith(mannerOf(salt))).toBe(true);
    const someone = { isKnown: false, lane: '192.0.2.1' };
    const hashes = (email: string, password: string) =>
      passwordHashes(password, [mannerOf(passwordSalt(digests, email))], someone);
    expect(await hashes('owner@example.com', PASSWORD)).toEqual([stored]);
    expect(await hashes('owner@example.com', 'x')).not.toEqual([stored]);
    expect(await hashes('other@example.com', PASSWORD)).not.toEqual([stored]);
    // What is stored in no manner that is known opens nothing.
    expect(await passwordHashes(PASSWORD, ['x', '$argon2id$v=19$m=1$'], someone)).toEqual([]);
  });

  test('a hash that is older than the salt of its address lets in, and is one of that salt from then on', async () => {
    const { email, owner } = site.world.other;
    const hashOf = async () =>
      (
        await site.rows<{ hash: string }>(
          'SELECT password_hash AS hash FROM login l JOIN owner_account o ON o.login_id = l.id WHERE o.id = $1',
          [owner.id],
        )
      )[0]?.hash;
    const today = mannerOf(passwordSalt(site.world.platform.services.digests, email));
    expect((await hashOf())?.startsWith(today)).toBe(false);
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
    expect((await hashOf())?.startsWith(today)).toBe(true);
    expect((await login({ email, password: PASSWORD })).status).toBe(200);
  });

  const statusesOf = async (times: number, attempt: () => Promise<{ status: number }>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i += 1) statuses.push((await attempt()).status);
    return statuses;
  };

  /** As if whoever has failed so far had failed just now, however busy the machine is; or so many seconds ago. */
  const failedJustNow = (at: Site, secondsAgo?: number) =>
    at.rows(
      `UPDATE login_failure SET failed_at = now() + CASE WHEN $1::int IS NULL THEN interval '1 hour' ELSE make_interval(secs => -$1::int) END`,
      [secondsAgo ?? null],
    );

  test('failed logins of one account slow it down, and the right password gets in after the wait', async () => {
    const guarded = await openSite();
    // What one process counts holds at every other one.
    const further = await startApi(guarded.world.platform, guarded.world.config, createLog('test', 'silent'));
    try {
      const { email } = guarded.world.other;
      const attempt = async (password: string) => guarded.call('POST', '/v1/auth/login', { body: { email, password } });
      const elsewhere = async () => {
        const body = JSON.stringify({ email, password: 'wrong' });
        const headers = { 'Content-Type': 'application/json' };
        return fetch(`http://127.0.0.1:${further.port}/v1/auth/login`, { method: 'POST', headers, body });
      };
      expect(await statusesOf(5, () => attempt('wrong'))).toEqual(Array(5).fill(401));
      expect(await statusesOf(5, elsewhere)).toEqual(Array(5).fill(401));
      await failedJustNow(guarded);
      expect((await elsewhere()).status).toBe(429);
      const early = await attempt(PASSWORD);
      expect([early.status, early.body.code, early.headers.get('Retry-After')]).toEqual([429, 'throttled', '1']);
      await expect(guarded.login(guarded.world)).resolves.toBeDefined();
      await failedJustNow(guarded, 1);
      expect((await attempt(PASSWORD)).status).toBe(200);
      // One that did not fail is taken back; a quarter of an hour later the others are forgotten.
      const failures = async () => guarded.rows<{ failures: number }>('SELECT failures FROM login_failure');
      expect(Math.max(...(await failures()).map(({ failures }) => failures))).toBe(10);
      await failedJustNow(guarded, 16 * 60);
      expect((await attempt('wrong')).status).toBe(401);
      // What log-ins count as that succeed has no part in it.
      expect((await failures()).map(({ failures }) => failures).filter((many) => many > 0)).toEqual([1, 1, 1]);
    } finally {
      await further.stop();
      await guarded.close();
    }
  });

  test('failures for invented accounts slow strangers at that address, not a browser that has logged in before', async () => {
    const guarded = await openSite();
    try {
      const { email } = guarded.world;
      const login = (body: object, headers: Record<string, string> = {}) =>
        guarded.call('POST', '/v1/auth/login', { body, headers });
      const right = { email, password: PASSWORD };
      const cookies = (await login(right)).headers.getSetCookie();
      const known = cookies.find((cookie) => cookie.startsWith('tezgah_browser='))?.split(';')[0] as string;
      const guess = () => login({ email: `${randomUUID()}@example.com`, password: 'x' });
      const statuses = await Promise.all(Array.from({ length: 50 }, guess));
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
      await failedJustNow(guarded);
      const early = await guess();
      expect([early.status, early.headers.get('Retry-After')]).toEqual([429, '1']);
      expect((await login(right, { Cookie: known })).status).toBe(200);
      expect((await login(right, { Cookie: known.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')) })).status).toBe(
        429,
      );
      // It is known for its own account only.
      expect((await login({ email: guarded.world.other.email, password: 'x' }, { Cookie: known })).status).toBe(429);
      await failedJustNow(guarded, 2);
      expect((await login(right)).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  test('behind a trusted proxy each client has its own failures', async () => {
    const guarded = await openSite({ environment: { TEZGAH_TRUSTED_PROXIES: '127.0.0.0/8' } });
    try {
      const from = (address: string) =>
        guarded.call('POST', '/v1/auth/login', {
          body: { email: 'nobody@example.com', password: 'x' },
          // What stands before the proxy's own word is made up.
          headers: { 'X-Forwarded-For': `192.0.2.${Math.ceil(Math.random() * 200)}, ${address}` },
        });
      expect(await statusesOf(10, () => from('198.51.100.7'))).toEqual(Array(10).fill(401));
      await failedJustNow(guarded);
      expect((await from('198.51.100.7')).status).toBe(429);
      expect((await from('198.51.100.8')).status).toBe(401);
    } finally {
      await guarded.close();
    }
  });

  slowTest('a flood of guesses at one account from many addresses does not keep its owner out', async () => {
    const guarded = await openSite({ environment: { TEZGAH_TRUSTED_PROXIES: '127.0.0.0/8' } });
    try {
      const { email } = guarded.world;
      const from = (address: string, password: string) =>
        guarded.call('POST', '/v1/auth/login', {
          body: { email, password },
          headers: { 'X-Forwarded-For': address },
        });
      const flood = (guess: number) => from(`198.51.100.${guess % 8}`, `guess ${guess}`);
      for (let guess = 0; guess < 50; guess += 1) await flood(guess);
      await failedJustNow(guarded);
      expect((await flood(0)).status).toBe(429);
      expect((await from('203.0.113.9', 'slip of the finger')).status).toBe(401);
      expect((await from('203.0.113.9', PASSWORD)).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  describe('in a flood of log-ins for invented accounts, from very many networks of one site', () => {
    let flooded: Site;
    beforeAll(async () => {
      flooded = await openSite({ environment: { TEZGAH_TRUSTED_PROXIES: '127.0.0.0/8' } });
    });
    afterAll(() => flooded.close());

    let networks = 0;
    const fromFloodedSite = (): string => {
      networks += 1;
      return `2001:db8:1:${networks.toString(16)}::1`;
    };
    const login = (address: string, body: object, headers: Record<string, string> = {}) =>
      flooded.call('POST', '/v1/auth/login', { body, headers: { 'X-Forwarded-For': address, ...headers } });

    /** Floods while it works. */
    async function beside(work: () => Promise<void>): Promise<void> {
      let isOver = false;
      let turnedAway = 0;
      const flood = async (): Promise<void> => {
        while (!isOver) {
          const guess = { email: `${randomUUID()}@example.com`, password: 'x' };
          // A connection that a busy machine drops is one guess less.
          const answer = await login(fromFloodedSite(), guess).catch(() => undefined);
          if (answer?.status !== 429) continue;
          turnedAway += 1;
          await sleep(50);
        }
      };
      const floods = Array.from({ length: 70 }, flood);
      try {
        await eventually(() => turnedAway > 0);
        await work();
      } finally {
        isOver = true;
        await Promise.all(floods);
      }
    }

    test('the owner gets in, from a known browser and from anywhere else', async () => {
      const right = { email: flooded.world.email, password: PASSWORD };
      const cookies = (await login('192.0.2.1', right)).headers.getSetCookie();
      const Cookie = cookies.find((cookie) => cookie.startsWith('tezgah_browser='))?.split(';')[0] as string;
      await beside(async () => {
        const known = await statusesOf(8, () => login(fromFloodedSite(), right, { Cookie }));
        const unknown = await statusesOf(8, () => login('192.0.2.1', right));
        expect([known, unknown]).toEqual([Array(8).fill(200), Array(8).fill(200)]);
      });
    });

    slowTest('who was not heard has not failed', async () => {
      const right = { email: flooded.world.email, password: PASSWORD };
      const address = fromFloodedSite();
      await beside(async () => {
        let turnedAway = 0;
        for (let tries = 0; turnedAway < 12 && tries < 200; tries += 1) {
          const { status, body } = await login(address, right);
          if (status === 429) expect(body.detail).toMatch(/^Too many people log in at once/);
          if (status === 429) turnedAway += 1;
        }
        expect(turnedAway).toBe(12);
      });
      expect((await login(address, right)).status).toBe(200);
    });
  });

  test('many guesses at once do not get past the throttle', async () => {
    const guarded = await openSite();
    try {
      const started = performance.now();
      const attempts = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          guarded.call('POST', '/v1/auth/login', { body: { email: guarded.world.email, password: `guess ${index}` } }),
        ),
      );
      // The waits double: what a busy machine spreads over some seconds lets one more pass at each doubling.
      const seconds = (performance.now() - started) / 1_000;
      expect(attempts.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10 + Math.log2(seconds + 1));
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

  test('a session is its cookie and its own CSRF token: one without the other opens nothing', async () => {
    const session = await site.login();
    const another = await site.login(site.world.other);
    const calls: [string, string, unknown][] = [
      ['GET', '/v1/tokens', undefined],
      ['GET', '/v1/auth/session', undefined],
      ['GET', '/v1/account/mails', undefined],
      ['POST', '/v1/tokens', mint],
      ['POST', '/v1/auth/logout', {}],
    ];
    for (const [method, path, body] of calls) {
      const call = (headers: Record<string, string>) => site.call(method, path, { body, headers });
      const alone = await call({ Cookie: session.cookie });
      expect([path, alone.status, alone.body.code]).toEqual([path, 401, 'unauthenticated']);
      for (const csrfToken of ['wrong', another.csrfToken]) {
        const { status, body } = await call({ Cookie: session.cookie, 'X-CSRF-Token': csrfToken });
        expect([path, csrfToken, status, body.code]).toEqual([path, csrfToken, 403, 'csrf_failed']);
      }
      expect([path, (await call({ 'X-CSRF-Token': session.csrfToken })).status]).toEqual([path, 401]);
    }
    // What reached another port of this host is no way to the other half either.
    for (const path of ['/v1/auth/csrf', '/v1/auth/session', '/v1/auth/login'])
      for (const method of ['GET', 'POST', 'PUT']) {
        const { text } = await site.call(method, path, {
          ...(method === 'GET' ? {} : { body: {} }),
          headers: { Cookie: session.cookie, Origin: site.url },
        });
        expect([path, method, text.includes('csrfToken"')]).toEqual([path, method, false]);
      }
    // An open route does not mind a cookie that came along.
    expect((await site.call('GET', '/v1/meta', { headers: { Cookie: session.cookie } })).status).toBe(200);
    expect((await site.call('GET', '/v1/tokens', { session })).status).toBe(200);
  });

  test('an unsafe method is not for a foreign site, even with both halves', async () => {
    const session = await site.login();
    const post = (headers: Record<string, string> = {}) =>
      site.call('POST', '/v1/tokens', { session, body: mint, headers });
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'http://127.0.0.1:1' },
      { Origin: 'null' },
    ] as Record<string, string>[])
      expect([headers, (await post(headers)).body.code]).toEqual([headers, 'csrf_failed']);
    expect((await post({ Origin: site.url, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201);
  });

  test('login is not for foreign sites either', async () => {
    const foreign = { Origin: 'https://evil.example' };
    const body = { email: site.world.email, password: PASSWORD };
    expect((await login(body, foreign)).body.code).toBe('csrf_failed');
    expect((await login(body, { 'Sec-Fetch-Site': 'cross-site' })).body.code).toBe('csrf_failed');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await site.call('POST', '/v1/auth/login', { body: 'email=a&password=b', headers: form })).status).toBe(415);
  });

  test('the cookie that a browser is known by takes nothing from its owner', async () => {
    const guarded = await openSite({
      environment: { TEZGAH_ANONYMOUS_PER_MINUTE: '20', TEZGAH_THROTTLE_PER_MINUTE: '50' },
    });
    try {
      const right = { email: guarded.world.email, password: PASSWORD };
      const first = await guarded.call('POST', '/v1/auth/login', { body: right });
      const [session, browser] = ['tezgah_session=', 'tezgah_browser='].map(
        (name) =>
          first.headers
            .getSetCookie()
            .find((cookie) => cookie.startsWith(name))
            ?.split(';')[0] as string,
      ) as [string, string];
      const mine = { Cookie: session, 'X-CSRF-Token': first.body.csrfToken };
      const described = async () => (await guarded.call('GET', '/v1/auth/session', { headers: mine })).status;
      expect(await described()).toBe(200);
      const withBrowser = () => guarded.call('GET', '/v1/nothing', { headers: { Cookie: browser } });
      let last = 404;
      for (let i = 0; i < 700 && last === 404; i += 1) last = (await withBrowser()).status;
      expect(last).toBe(429);
      for (let i = 0; i < 30; i += 1) expect(await described()).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  test('logging in again and again does not multiply what an address may ask without a credential', async () => {
    const guarded = await openSite({ environment: { TEZGAH_ANONYMOUS_PER_MINUTE: '20' } });
    try {
      const right = { email: guarded.world.email, password: PASSWORD };
      const browsers: string[] = [];
      for (let i = 0; i < 4; i += 1) {
        const { headers } = await guarded.call('POST', '/v1/auth/login', { body: right });
        const browser = headers.getSetCookie().find((cookie) => cookie.startsWith('tezgah_browser='));
        browsers.push(browser?.split(';')[0] as string);
      }
      const asked = browsers.flatMap((Cookie) =>
        Array.from({ length: 20 }, () => guarded.call('GET', '/v1/meta', { headers: { Cookie } })),
      );
      const answered = (await Promise.all(asked)).filter(({ status }) => status === 200);
      // Those of the owner's browsers, and what the four log-ins left to the address.
      expect(answered).toHaveLength(20 + 16);
    } finally {
      await guarded.close();
    }
  });

  test('a browser is known for a year after its last login', () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const browsers = new KnownBrowsers(KeyRing.of([Buffer.alloc(32, 1)]), () => nowMs);
    const cookie = browsers.remember('own_1');
    nowMs += BROWSER_LIFE_MS - 1;
    expect(browsers.find(cookie)).toMatchObject({ ownerId: 'own_1' });
    const [owner, id, sealedAtMs, seal] = cookie.split('.');
    expect(browsers.find([owner, id, Number(sealedAtMs) + 1, seal].join('.'))).toBeUndefined();
    for (const end of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
      const altered = cookie.replace(/.$/, end);
      if (altered !== cookie) expect([end, browsers.find(altered)]).toEqual([end, undefined]);
    }
    nowMs += 1;
    expect(browsers.find(cookie)).toBeUndefined();
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

  test('without a session there is none to describe or end', async () => {
    expect((await site.call('GET', '/v1/auth/session')).status).toBe(401);
    expect((await site.call('POST', '/v1/auth/logout')).status).toBe(401);
  });
});
