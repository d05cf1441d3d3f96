// tier: all
import { storefrontUrl } from '../world/services';
import { type SilentProxy, startSilentProxy } from '../world/silent-proxy';
import { createWorld, type World } from '../world/world';
import { openShopsOf, publish, type Shops, shopEnvironment, titled } from './shops';

/** One page takes five seconds. Those of many visitors at once wait for their turn besides. */
const BOUND_MS = { alone: 6_000, together: 9_000 };

describe('a Postgres whose process is stopped', () => {
  let world: World;
  let proxy: SilentProxy;
  let shops: Shops;
  beforeAll(async () => {
    proxy = await startSilentProxy();
    world = await createWorld({ environment: shopEnvironment });
    shops = await openShopsOf(world, '', {}, proxy.through(storefrontUrl(world.superuserUrl)));
    await publish(world, titled('Bekleyen dükkân'));
  });
  afterAll(async () => {
    await shops.close();
    await proxy.close();
    await world.close();
  });

  test('is told by each page within seconds, and each is there again once it goes on', async () => {
    const pages = ['/', '/ara?q=kahve', '/sitemap.xml', '/sayfa/yok'];
    const all = () =>
      Promise.all(
        [...pages, ...pages, ...pages].map(async (path) => {
          const begun = performance.now();
          const { status, headers, text } = await shops.get(path);
          return { status, text, retry: headers['retry-after'], ms: performance.now() - begun };
        }),
      );
    expect((await shops.get('/')).status).toBe(200);
    proxy.freeze();
    const frozen = [...(await all()), ...(await all())];
    expect(frozen.map(({ status, retry }) => [status, retry])).toEqual(frozen.map(() => [503, '5']));
    expect(frozen[0]?.text).toContain('ulaşılamıyor');
    expect(Math.max(...frozen.map(({ ms }) => ms))).toBeLessThan(BOUND_MS.together);
    const begun = performance.now();
    expect((await shops.get('/')).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(BOUND_MS.alone);
    proxy.thaw();
    expect((await all()).slice(0, 3).map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});
