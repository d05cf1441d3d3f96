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
    expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'nonce-");
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
    expect(new Set(assets.map((asset) => asset.split('.').at(-1)))).toEqual(new Set(['css', 'js', 'svg']));
    for (const asset of assets) {
      for (const coding of ['gzip', 'br']) {
        const { status, headers } = await site.call('GET', asset, { headers: { 'Accept-Encoding': coding } });
        expect([asset, status, headers.get('Cache-Control'), headers.get('Content-Encoding')]).toEqual([
          asset,
          200,
          'public, max-age=31536000, immutable',
          coding,
        ]);
      }
      const plain = await site.call('GET', asset, { headers: { 'Accept-Encoding': 'identity' } });
      expect([plain.status, plain.headers.get('Content-Encoding')]).toEqual([200, null]);
      // The file of a thread of the panel, e.g. the one that reads workbooks, says what it may do: it calls nobody.
      expect(plain.headers.get('Content-Security-Policy')).toBe("default-src 'none'");
    }
  });

  test('its meanings have an address that the page names, and are kept for good there', async () => {
    const { text, headers: page } = await site.call('GET', '/panel');
    const address = /<meta name="meanings" content="([^"]+)">/.exec(text)?.[1] as string;
    expect(page.get('Link')).toBe(`<${address}>; rel=preload; as=fetch; crossorigin`);
    const { status, headers, body } = await site.call('GET', address, { headers: { 'Accept-Encoding': 'br' } });
    expect([status, headers.get('Cache-Control'), headers.get('Content-Encoding'), headers.get('Vary')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
      'Accept-Encoding',
    ]);
    const tag = headers.get('ETag') as string;
    const again = await site.call('GET', address, { headers: { 'If-None-Match': tag } });
    expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);

    // They are those of the list of commands, whoever asks: the same for each owner and in each language.
    const { body: listed } = await site.call('GET', '/v1/commands', { session: await site.session() });
    const payloads = new Map(body.items.map(({ id, payload }: { id: string; payload: object }) => [id, payload]));
    for (const { id, payload } of listed.items) expect(payloads.get(id)).toEqual(payload);
    expect([body.labels, body.entities]).toEqual([listed.labels, listed.entities]);

    // A page of another release names others: it gets these, and nobody keeps them under that name.
    for (const asked of ['', '?of=', `?of=${'0'.repeat(32)}`]) {
      const other = await site.call('GET', `/panel/meanings.json${asked}`);
      expect([other.status, other.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
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
      // A sign is the same in both.
      const isSaid = typeof value === 'string' && /\p{L}/u.test(value);
      return isSaid && value === other ? [`${place}${key}`] : [];
    });
  expect(same(tr, en, '')).toEqual(['product', 'channel.packages.zpl', 'reports.columns.net']);
});
