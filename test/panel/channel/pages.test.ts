import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Looks } from '../looks';
import { type ShownShop, shownShop } from './shop';

/** Every page of a marketplace, by the end of its address, with the heading that it begins with in each language. */
const pages = [
  ['', 'Trendyol', 'Trendyol'],
  ['listings', 'Trendyol listelemeleri', 'Listings on Trendyol'],
  ['packages', 'Trendyol paketleri', 'Packages of Trendyol'],
  ['claims', 'Trendyol iade talepleri', 'Claims of Trendyol'],
  ['questions', 'Trendyol soruları', 'Questions at Trendyol'],
  ['finance', 'Trendyol hakedişleri', 'Settlements of Trendyol'],
  ['unmapped', 'Trendyol: eşleşmeyen satırlar', 'Trendyol: unmapped lines'],
  ['oversold', 'Trendyol: stokta olmadan satılanlar', 'Trendyol: sold beyond the stock'],
  ['unreadable', 'Trendyol: okunamayan kayıtlar', 'Trendyol: rows that could not be read'],
  ['settings', 'Trendyol ayarları', 'Settings of Trendyol'],
] as const;

describe('each page of a marketplace in both languages, both themes, wide and narrow', () => {
  let shown: ShownShop;
  beforeAll(async () => {
    shown = await shownShop();
    const { shop } = shown;
    const { productId } = shop;
    await shop.world.done('channel.listing.set', { extension: 'trendyol', items: [{ productId, enabled: true }] });
    await shop.place();
    await shop.place({ lines: [{ barcode: 'YABANCI1', quantity: 2, priceKurus: 700 }] });
    await shop.place({ lines: [{ barcode: 'YABANCI2', quantity: 1, priceKurus: 900 }] });
    await shop.pulled();
  });
  afterEach(() => expect(shown?.panel.complaints ?? []).toEqual([]));
  afterAll(() => shown?.close());

  test('the list holds every page that there is', () => {
    const file = path.join(__dirname, '../../../src/panel/marketplace/channel/pages.ts');
    const listed = [...readFileSync(file, 'utf8').matchAll(/path: '([^']*)'/g)].map(([, end]) => end);
    expect(listed).toEqual(pages.map(([end]) => end));
  });

  test.each(pages)('%s', async (end, tr, en) => {
    const place = ['/marketplace/trendyol', end].filter(Boolean).join('/');
    await new Looks(shown.panel, shown.url).holds(place, { tr, en });
  });
});
