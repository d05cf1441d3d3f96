import { en } from '../../src/panel/text/en';
import { money } from '../../src/panel/text/format';
import { tr } from '../../src/panel/text/tr';
import { openSite, type Site } from '../surfaces/site';

describe('the panel’s files', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  test('the page is never kept, runs nothing foreign, and is the same at every place of the panel', async () => {
    const page = await site.call('GET', '/panel');
    expect(page.status).toBe(200);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('Content-Security-Policy') as string;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).toContain("frame-ancestors 'none'");
    // Previews alone are framed: no shop, and not the panel itself.
    expect(policy.split('; ').find((part) => part.startsWith('frame-src'))).toBe(
      `frame-src ${site.world.config.previewUrl.source}`,
    );
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] as string;
    expect(page.text).toContain(`nonce="${nonce}"`);
    expect(page.text).not.toContain('__NONCE__');
    expect(page.text).not.toMatch(/https?:/);

    const deep = await site.call('GET', '/panel/proposals/prp_x');
    expect([deep.status, withoutNonce(deep.text)]).toEqual([200, withoutNonce(page.text)]);
    expect(deep.text).not.toContain(nonce);
    expect((await site.call('POST', '/panel')).status).toBe(405);
  });

  const withoutNonce = (text: string) => text.replace(/nonce="[^"]*"/, '');

  test('its assets are named after their contents, kept for good, and sent small', async () => {
    const { text } = await site.call('GET', '/panel');
    const assets = [...text.matchAll(/(?:src|href)="(\/panel\/assets\/[^"]+)"/g)].map(([, asset]) => asset as string);
    expect(assets.map((asset) => asset.split('.').at(-1)).toSorted()).toEqual(['css', 'js', 'svg']);
    for (const asset of assets) {
      const { status, headers } = await site.call('GET', asset, { headers: { 'Accept-Encoding': 'gzip' } });
      expect([asset, status, headers.get('Cache-Control'), headers.get('Content-Encoding')]).toEqual([
        asset,
        200,
        'public, max-age=31536000, immutable',
        'gzip',
      ]);
      const plain = await site.call('GET', asset, { headers: { 'Accept-Encoding': 'identity' } });
      expect([plain.status, plain.headers.get('Content-Encoding')]).toEqual([200, null]);
    }
  });

  test.each(['nothing.js', '..%2findex.html', '%2e%2e%2f%2e%2e%2fpackage.json', '.hidden.js', 'index.html', 'a%00.js'])(
    'there is no asset %s',
    async (name) => {
      const { status, headers } = await site.call('GET', `/panel/assets/${name}`);
      expect(status).toBe(404);
      expect(headers.get('Cache-Control')).toBe('no-store');
    },
  );
});

test('money is shown in lira', () => {
  const shown = [14_990, 0, 5, 129_900, 10_000_000_000_000].map((kurus) => money(kurus).replace('\u00a0', ' '));
  expect(shown).toEqual(['149,90 TL', '0,00 TL', '0,05 TL', '1.299,00 TL', '100.000.000.000,00 TL']);
});

test('the English dictionary is not the Turkish one by mistake', () => {
  const same = (left: object, right: object, place: string): string[] =>
    Object.entries(left).flatMap(([key, value]) => {
      const other = (right as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) return same(value, (other ?? {}) as object, `${place}${key}.`);
      return typeof value === 'string' && value === other ? [`${place}${key}`] : [];
    });
  expect(same(tr, en, '')).toEqual(['product', 'common.nothing', 'channel.packages.zpl']);
});
