import checkoutSettings from '../../src/settings/settings.checkout.update';
import { company } from '../store/identity';
import { openShopsOf, publish, type Shops, shopEnvironment, skeletonBody } from '../storefront/shops';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';

const PATH = '/v1/account/legal-pages';

describe('texts that the law wants a shop to show', () => {
  let site: Site;
  let shops: Shops;
  let session: OwnerSession;
  beforeAll(async () => {
    site = await openSite({ environment: shopEnvironment });
    shops = await openShopsOf(site.world);
    session = await site.session();
    await publish(site.world, skeletonBody());
  }, 120_000);
  afterAll(async () => {
    await shops.close();
    await site.close();
  });

  const done = (command: string, payload: object) => site.world.done(command, payload, { as: site.world.owner });
  const call = (method: string, path = '', body?: object) =>
    site.call(method, PATH + path, { session, ...(body ? { body } : {}) });
  const item = async (kind: string) =>
    (await call('GET')).body.items.find((each: { kind: string }) => each.kind === kind);
  const footer = async () => {
    const { text } = await shops.get('/');
    return [...(/<nav data-part="legal".*?<\/nav>/s.exec(text)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
  };

  test('have no draft before somebody has stated who sells, and none is confirmed then', async () => {
    const { body } = await call('GET');
    expect(body.items).toHaveLength(6);
    expect(body.items.every(({ draft }: { draft: unknown }) => draft === null)).toBe(true);
    expect((await call('PUT', '/delivery', { text: 'Metin' })).body).toMatchObject({ code: 'invalid_state' });
  });

  describe('legal.page.confirm', () => {
    test('are drafted with the facts of the shop, and shown only once they are confirmed', async () => {
      await done('settings.identity.update', company);
      await done('settings.checkout.update', {
        ...checkoutSettings.example,
        deliveryMinDays: 1,
        deliveryMaxDays: 3,
        shippingFee: 4_990,
        freeShippingFrom: 75_000,
      });
      const { items } = (await call('GET')).body;
      for (const { kind, draft } of items) {
        expect([kind, draft.length > 200, draft.includes('undefined'), draft.includes('null')]).toEqual([
          kind,
          true,
          false,
          false,
        ]);
        // A draft is confirmed as it stands.
        expect([kind, draft.length <= 30_000]).toEqual([kind, true]);
      }
      const drafted = (kind: string): string => items.find((each: { kind: string }) => each.kind === kind).draft;
      expect(drafted('distanceContract')).toContain(company.title);
      expect(drafted('delivery')).toContain('1–3 gün içinde');
      expect(drafted('delivery')).toContain('49,90 TL');
      expect(drafted('delivery')).toContain('750,00 TL');
      expect(drafted('withdrawal')).toContain('14 gün içinde hiçbir gerekçe göstermeden');
      expect(drafted('privacy')).toContain('6698');
      expect(await footer()).toEqual([]);
      expect((await shops.get('/sayfa/teslimat')).status).toBe(404);

      const text = `## Teslim <b>süresi</b>\n\n- bir\n- iki\n\nSon söz.`;
      expect((await call('PUT', '/delivery', { text })).body).toMatchObject({ kind: 'delivery', text, rev: 1 });
      const page = await shops.get('/sayfa/teslimat');
      expect(page.status).toBe(200);
      expect(page.text).toContain('<h1 data-el="heading" data-axis-level="1">Teslimat</h1>');
      expect(page.text).toMatch(/<h2[^>]*><bdi>Teslim &lt;b>süresi&lt;\/b><\/bdi><\/h2>/);
      expect(page.text).toMatch(/<ul[^>]*><li><bdi>bir<\/bdi><\/li><li><bdi>iki<\/bdi><\/li><\/ul>/);
      expect(page.text.match(/<h1/g)).toHaveLength(1);
      expect(page.text).toContain('<title>Teslimat · ');
      expect(await footer()).toEqual(['/sayfa/teslimat']);
      expect((await shops.get('/sitemap.xml')).text).toContain('/sayfa/teslimat</loc>');
      expect((await shops.get('/llms.txt')).text).toMatch(/\[Teslimat\]\([^)]*\/sayfa\/teslimat\)/);
    });

    test('tell their owner when facts of the shop have changed since they were confirmed', async () => {
      expect((await item('delivery')).confirmed).toMatchObject({ isOutdated: false });
      await done('settings.identity.update', { ...company, phone: '+908501112233', expectedRev: 1 });
      expect((await item('delivery')).confirmed).toMatchObject({ isOutdated: true });
      expect((await shops.get('/sayfa/teslimat')).status).toBe(200);
      const { text } = (await item('delivery')).confirmed;
      await call('PUT', '/delivery', { text });
      expect((await item('delivery')).confirmed).toMatchObject({ isOutdated: false, text, rev: 2 });
    });

    test('keep what another owner has confirmed meanwhile', async () => {
      const late = await site.call('PUT', `${PATH}/delivery`, {
        session,
        body: { text: 'Eski' },
        headers: { 'If-Match': '"1"' },
      });
      expect(late.body).toMatchObject({ code: 'rev_conflict' });
      expect((await item('delivery')).confirmed.text).toContain('Son söz.');
    });
  });

  describe('legal.page.withdraw', () => {
    test('mark the step of readiness that they are, until they are taken down', async () => {
      const flagged = async () =>
        (await site.rows<{ flag: string }>('SELECT flag FROM store_flag ORDER BY 1')).map(({ flag }) => flag);
      expect(await flagged()).toEqual([]);
      await call('PUT', '/privacy', { text: 'Aydınlatma' });
      expect(await flagged()).toEqual(['privacyNotice']);
      expect((await call('DELETE', '/privacy')).status).toBe(200);
      expect(await flagged()).toEqual([]);
      expect((await shops.get('/sayfa/kvkk-aydinlatma-metni')).status).toBe(404);
      expect((await call('DELETE', '/privacy')).status).toBe(404);
    });
  });

  test('give way to a page of the design with the same role', async () => {
    await call('PUT', '/distanceContract', { text: 'Sözleşme' });
    expect(await footer()).toEqual(['/sayfa/mesafeli-satis-sozlesmesi', '/sayfa/teslimat']);
    const body = skeletonBody();
    const own = { kind: 'page', path: 'sozlesme', title: 'Sözleşmemiz', legal: 'salesContract', root: [] } as const;
    await publish(site.world, { ...body, pages: { ...body.pages, pg_sozlesme: own } } as never);
    expect(await footer()).toEqual(['/sayfa/sozlesme', '/sayfa/teslimat']);
  });

  test('are the owner’s alone, and texts of another length or form are refused', async () => {
    const wrong = [
      ['/nothing', { text: 'x' }],
      ['/delivery', { text: '' }],
      ['/delivery', { text: 'x'.repeat(30_001) }],
      ['/delivery', {}],
      ['/delivery', { text: 'a\u0000b' }],
    ] as const;
    for (const [path, body] of wrong) {
      const { status } = await call('PUT', path, body);
      expect([path, JSON.stringify(body).slice(0, 20), status]).toEqual([path, JSON.stringify(body).slice(0, 20), 400]);
    }
    expect((await site.call('GET', PATH)).status).toBe(401);
  });

  test('the footer names the register of the Ministry once its owner has said so', async () => {
    expect((await shops.get('/')).text).not.toContain('ETBİS');
    await done('settings.flag.set', { flag: 'etbis', set: true });
    expect((await shops.get('/')).text).toMatch(
      /<a href="https:\/\/www\.eticaret\.gov\.tr" rel="noopener">ETBİS’e kayıtlıdır<\/a>/,
    );
  });
});
