import Ajv from 'ajv';
import { gtinIn } from '../../src/storefront/text/gtin';
import { drawn } from '../channel/catalog-there';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { company } from '../store/identity';
import { startTestWorker } from '../world/worker';
import { openShops, publish, type Shops, skeletonBody } from './shops';

const ORIGIN = 'http://kahve-dukkani.localhost:4200';
const address = { type: 'string', pattern: `^${ORIGIN.replaceAll('.', '\\.')}/` };
const text = { type: 'string', minLength: 1 };
const price = { type: 'string', pattern: '^\\d+\\.\\d{2}$' };
const all = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });

/** The fields that Google needs of a merchant listing, and the forms that it reads of those that it recommends. */
const offer = all(['@type', 'price', 'priceCurrency', 'availability', 'itemCondition', 'url'], {
  '@type': { const: 'Offer' },
  price,
  priceCurrency: { const: 'TRY' },
  availability: { enum: ['https://schema.org/InStock', 'https://schema.org/OutOfStock'] },
  itemCondition: { const: 'https://schema.org/NewCondition' },
  url: address,
  gtin: { type: 'string', pattern: '^(?:\\d{8}|\\d{12,14})$' },
});
const product = all(['@context', '@type', 'name', 'url', 'offers'], {
  '@context': { const: 'https://schema.org' },
  name: text,
  url: address,
  description: text,
  image: { type: 'array', minItems: 1, items: address },
  brand: all(['@type', 'name'], { '@type': { const: 'Brand' }, name: text }),
  offers: { anyOf: [offer, { type: 'array', minItems: 1, items: offer }] },
});
const trail = all(['@context', '@type', 'itemListElement'], {
  itemListElement: {
    type: 'array',
    minItems: 2,
    items: all(['@type', 'position', 'name'], {
      '@type': { const: 'ListItem' },
      position: { type: 'integer', minimum: 1 },
      name: text,
      item: address,
    }),
  },
});
const schemas: Readonly<Record<string, object>> = { Product: product, BreadcrumbList: trail };

/** Elements of XML that is well-formed: each is closed by its own end, and no mark stands bare. @throws otherwise */
function elementsOf(xml: string): readonly string[] {
  const open: string[] = [];
  const seen: string[] = [];
  const rest = xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .replaceAll(/<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)>/g, (_, end, name) => {
      if (end === '') seen.push(open.push(name) && name);
      else expect(open.pop()).toBe(name);
      return '';
    });
  expect(open).toEqual([]);
  expect(rest.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toMatch(/[<>&]/);
  return seen;
}

test('a barcode is a number of the whole world where its check digit is right, and it is no shop’s own', () => {
  const right = ['96385074', '036000291452', '8690504010012', '4006381333931', '10012345000017', ' 4006381333931 '];
  expect(right.map(gtinIn)).toEqual(right.map((each) => each.trim()));
  const wrong = ['4006381333932', '96385075', '00000000', '0000000000000', '123', '40063813339311', 'KAHVE-250', ''];
  expect(wrong.filter((each) => gtinIn(each) !== undefined)).toEqual([]);
  // Numbers of a shop's own (20–29) and coupons (98, 99), with a right check digit.
  for (const own of ['2000000000008', '9800000000007', '0400000000008', '20000004'])
    expect([own, gtinIn(own)]).toEqual([own, undefined]);
  expect([gtinIn(null), gtinIn(undefined)]).toEqual([undefined, undefined]);
});

describe('what machines read of a shop', () => {
  let shops: Shops;
  beforeAll(async () => {
    shops = await openShops();
    await startTestWorker(shops.world);
    const { id: categoryId } = await done('catalog.category.create', { name: 'Kahve & <Çay>' });
    await done('settings.identity.update', company);
    const mediaId = await committed(shops.world, await plain(400, 300));
    for (const stated of [
      {
        title: 'Filtre "Kahve" & <Fincan>',
        handle: 'filtre',
        brand: 'Kuru & Kahve',
        description: '<p>Taze & iyi</p>',
        barcode: '4006381333931',
        variants: [
          { title: '250 g', stock: 4, barcode: '96385074' },
          { title: '1 kg', stock: 0, price: 90_000, barcode: 'DEPO-7' },
        ],
      },
      { title: 'Cezve', handle: 'cezve', stock: 2, barcode: '8690504010012' },
      { title: 'Fincan', handle: 'fincan', stock: 2, barcode: '4006381333948' },
      { title: 'Tepsi', handle: 'tepsi', stock: 2 },
    ]) {
      const { id: productId } = await done('catalog.product.create', { price: 32_900, categoryId, ...stated });
      await done('catalog.product.setMedia', { productId, media: [{ mediaId, alt: 'Fotoğraf' }] });
    }
    await drawn(shops);
    await publish(shops.world, skeletonBody());
  });
  afterAll(() => shops.close());
  const done = (command: string, payload: object) => shops.world.done(command, payload, { as: shops.world.owner });

  const dataOf = async (path: string): Promise<readonly Record<string, unknown>[]> =>
    [...(await shops.get(path)).text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, data = '']) => JSON.parse(data),
    );

  test('each product has the data that listings of merchants need', async () => {
    const ajv = new Ajv({ allErrors: true });
    for (const path of ['/urun/filtre', '/urun/cezve', '/urun/fincan', '/urun/tepsi']) {
      const data = await dataOf(path);
      expect(data.map((each) => each['@type'])).toEqual(['BreadcrumbList', 'Product']);
      for (const each of data) {
        ajv.validate(schemas[each['@type'] as string] as object, each);
        expect([path, each['@type'], ajv.errors]).toEqual([path, each['@type'], null]);
      }
    }
    const [, filter = {}] = await dataOf('/urun/filtre');
    // The number of the whole is none of its sorts', and a number of the store room is nobody else's.
    expect([filter.gtin, (filter.offers as { gtin?: string }[]).map(({ gtin }) => gtin)]).toEqual([
      undefined,
      ['96385074', undefined],
    ]);
    const ofSingle = await Promise.all(['cezve', 'fincan', 'tepsi'].map((handle) => dataOf(`/urun/${handle}`)));
    expect(ofSingle.map(([, each]) => each?.gtin)).toEqual(['8690504010012', '4006381333948', undefined]);
  });

  test('the feed of products is well-formed, and each item has what readers need', async () => {
    const { text: xml } = await shops.get('/urunler.xml');
    expect(elementsOf(xml)).toContain('g:gtin');
    const items = [...xml.matchAll(/<item>(.*?)<\/item>/g)].map(([, item = '']) => elementsOf(item));
    expect(items).toHaveLength(5);
    for (const item of items) {
      const needed = ['id', 'title', 'description', 'link', 'image_link', 'availability', 'price', 'condition'];
      expect(item).toEqual(expect.arrayContaining(needed.map((name) => `g:${name}`)));
      // An item says its number, or that the world has none for it.
      expect(item.filter((name) => name === 'g:gtin' || name === 'g:identifier_exists')).toHaveLength(1);
    }
    const numbers = [...xml.matchAll(/<g:(gtin|identifier_exists)>([^<]*)</g)].map(
      ([, name, value]) => `${name} ${value}`,
    );
    expect(numbers.toSorted()).toEqual(
      [
        'gtin 4006381333948',
        'gtin 8690504010012',
        'gtin 96385074',
        'identifier_exists no',
        'identifier_exists no',
      ].toSorted(),
    );
  });

  test('the list of pages is well-formed; of a large shop it is a list of lists, none longer than search engines take', async () => {
    expect(elementsOf((await shops.get('/sitemap.xml')).text)).toContain('urlset');
    const { storeId, sql } = shops.world;
    await sql(`INSERT INTO storefront_kv (store_id, key, value)
      SELECT '${storeId}', 'product:z-' || lpad(nth::text, 6, '0'), jsonb_build_object('id', 'prd_' || nth, 'price', 1, 'variants', '[]'::jsonb, 'media', '[]'::jsonb)
      FROM generate_series(1, 10500) AS nth`);
    const { text: index } = await shops.get('/sitemap.xml');
    expect(elementsOf(index)).toContain('sitemapindex');
    const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, part = '']) => new URL(part.replaceAll('&amp;', '&')),
    );
    const listed: string[] = [];
    for (const { pathname, search } of parts) {
      const { text: part } = await shops.get(pathname + search);
      const places = [...part.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place = '']) => place);
      expect(elementsOf(part).filter((name) => name === 'url').length).toBeLessThanOrEqual(50_000);
      listed.push(...places);
    }
    expect([parts.length, new Set(listed).size, listed.length]).toEqual([3, 10_506, 10_506]);
  });
});
