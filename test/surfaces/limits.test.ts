import { type Api, startApi } from '../../src/api';
import { aheadOf } from '../../src/kernel/limits/call-limits';
import { createLog } from '../../src/kernel/log';
import { openSite, type Site } from './site';

const PER_MINUTE = 40;

/** Several API processes of one database, as far as limits go: each counts in a memory of its own. */
describe('limits of several APIs', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ environment: { TEZGAH_THROTTLE_PER_MINUTE: String(PER_MINUTE) } });
  });
  afterAll(() => site.close());

  const another = (): Promise<Api> => startApi(site.world.platform, site.world.config, createLog('test', 'silent'));
  const statuses = (apis: readonly Api[], token: string, calls: number): Promise<number[]> =>
    Promise.all(
      Array.from({ length: calls }, async (_, index) => {
        const { url } = apis[index % apis.length] as Api;
        const response = await fetch(`${url}/v1/tokens/me`, { headers: { Authorization: `Bearer ${token}` } });
        await response.arrayBuffer();
        const [, left, seconds] = /^"token";r=(\d+);t=(\d+)$/.exec(response.headers.get('RateLimit') ?? '') ?? [];
        expect(response.headers.get('RateLimit-Policy')).toBe(`"token";q=${PER_MINUTE};w=60`);
        if (response.status === 429) {
          expect(left).toBe('0');
          expect(Number(seconds)).toBeGreaterThan(0);
          expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(Number(seconds));
        }
        return response.status;
      }),
    );
  const allowed = (found: readonly number[]): number => found.filter((status) => status === 200).length;

  const told = async (options: Parameters<Site['call']>[2]) => {
    const { status, headers } = await site.call('GET', '/v1/auth/session', options);
    return [status, headers.get('RateLimit'), headers.get('RateLimit-Policy')];
  };

  test('each answer tells what is left, and the first that finds nothing left is refused', async () => {
    const { token } = await site.mint('developer', ['catalog:read']);
    const left: number[] = [];
    for (;;) {
      const { status, headers } = await site.call('GET', '/v1/tokens/me', { token });
      const [, r] = /^"token";r=(\d+);t=(?:[1-5]?\d|6[01])$/.exec(headers.get('RateLimit') ?? '') ?? [];
      if (status === 429) break;
      left.push(Number(r));
    }
    // A busy machine may take so long that the first calls are free again.
    expect(left.slice(0, 5)).toEqual([1, 2, 3, 4, 5].map((calls) => PER_MINUTE - calls));
    expect(left.length).toBeGreaterThanOrEqual(PER_MINUTE);
    expect(left.at(-1)).toBe(0);
  });

  test('a session has a limit of its own, and nobody else is told of one', async () => {
    const session = await site.login();
    const [status, left, policy] = await told({ session });
    expect([status, policy]).toEqual([200, `"session";q=${5 * PER_MINUTE};w=60`]);
    expect(left).toMatch(/^"session";r=\d+;t=\d+$/);
    expect(await told({})).toEqual([401, null, null]);
    expect(await told({ token: `tzg_dev_${'x'.repeat(40)}` })).toEqual([401, null, null]);
    const revoked = await site.mint('developer', ['catalog:read']);
    await site.call('GET', '/v1/tokens/me', { token: revoked.token });
    await site.world.done('token.revoke', { tokenId: revoked.id }, { as: site.world.owner });
    const { status: refused, headers } = await site.call('GET', '/v1/tokens/me', { token: revoked.token });
    expect([refused, headers.get('RateLimit'), headers.get('RateLimit-Policy')]).toEqual([401, null, null]);
  });

  test('a token has its limit once, whichever of them it asks', async () => {
    const { token } = await site.mint('developer', ['catalog:read']);
    const second = await another();
    try {
      const found = await statuses([site.api, second], token, 2 * PER_MINUTE);
      expect(found.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      expect(allowed(found)).toBeGreaterThanOrEqual(PER_MINUTE);
      expect(allowed(found)).toBeLessThanOrEqual(PER_MINUTE + aheadOf(PER_MINUTE));
    } finally {
      await second.stop();
    }
  });

  test('one that starts anew does not begin at nothing, and another token has its own', async () => {
    const [busy, idle] = [await site.mint('developer', ['catalog:read']), await site.mint('developer')];
    const before = await another();
    expect(allowed(await statuses([before], busy.token, PER_MINUTE))).toBe(PER_MINUTE);
    await before.stop();
    const after = await another();
    try {
      expect(allowed(await statuses([after], busy.token, PER_MINUTE))).toBeLessThanOrEqual(aheadOf(PER_MINUTE));
      expect(allowed(await statuses([after], idle.token, 1))).toBe(1);
    } finally {
      await after.stop();
    }
  });
});
