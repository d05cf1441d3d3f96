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
        if (response.status === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
        return response.status;
      }),
    );
  const allowed = (found: readonly number[]): number => found.filter((status) => status === 200).length;

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
