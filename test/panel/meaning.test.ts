// tier: all
import type { Locator } from 'playwright-core';
import { type MintedToken, openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, type Panel, signedIn } from './browser';

describe('fields, states and references are called what their declarations call them', () => {
  let site: Site;
  let panel: Panel;
  let agent: MintedToken;
  let proposalId: string;
  let productId: string;

  beforeAll(async () => {
    site = await openSite();
    agent = await site.mint('agent');
    const { world } = site;
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    const { id: categoryId } = await world.done('catalog.category.create', { name: 'Kahve' });
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 9_990, stock: 4 });
    productId = id;
    const propose = (command: string, payload: unknown) => site.command(agent.token, command, payload);
    await propose('catalog.price.set', { targetId: id, price: 12_990 });
    await propose('catalog.stock.set', { targetId: id, stock: 9, reason: 'Sayım' });
    await propose('catalog.product.update', { productId: id, categoryId });
    await propose('channel.listing.set', {
      extension: 'trendyol',
      items: [{ productId: id, priceOverride: 9_990, buffer: 2 }],
    });
    ({ proposalId } = await propose('catalog.product.archive', { productId: id }));
    await propose('proposal.submit', { proposalId });
    panel = await signedIn(site.url, world);
    await panel.open(`/proposals/${proposalId}`);
  });
  attended(() => [panel, site]);

  const card = (seq: number): Locator => panel.page.getByRole('listitem', { name: new RegExp(`^${seq}\\.`) });
  const row = (seq: number, name: string) => card(seq).getByRole('row', { name: new RegExp(`^${name}`) });
  const inWords = async (place: Locator) => (await place.allInnerTexts()).join().replace(/\s+/g, ' ').trim();

  test('in Turkish', async () => {
    await card(5).waitFor();
    expect(await inWords(card(1))).toContain('Ürün Cezve Alan');
    expect(await cellsOf(row(1, 'Fiyat'))).toEqual(['Fiyat', '99,90 TL', '129,90 TL']);
    expect(await inWords(card(2).getByRole('region', { name: 'Çağrıda ayrıca yazanlar' }))).toContain('Gerekçe Sayım');
    expect((await cellsOf(row(3, 'Kategori')))[2]).toMatch(/^Kahve ?$/);
    expect((await cellsOf(row(4, 'Ürün')))[1]).toBe('Cezve');
    expect((await cellsOf(row(4, 'Kanaldaki fiyat')))[1]).toBe('99,90 TL');
    expect(await cellsOf(row(5, 'Durum'))).toEqual(['Durum', 'etkin', 'arşivde']);
    expect(await inWords(panel.page.getByRole('main'))).toMatch(/ONAY BEKLİYOR|Onay bekliyor/);
    await panel.picture('meaning-tr');
  });

  test('in English', async () => {
    await panel.page.getByText('EN', { exact: true }).click();
    await card(5).getByText('Archive a product').waitFor();
    expect(await cellsOf(row(1, 'Price'))).toEqual(['Price', '99,90 TL', '129,90 TL']);
    expect((await cellsOf(row(3, 'Category')))[2]).toMatch(/^Kahve ?$/);
    expect((await cellsOf(row(4, 'Price on the channel')))[1]).toBe('99,90 TL');
    expect(await cellsOf(row(5, 'Status'))).toEqual(['Status', 'active', 'archived']);
    await panel.picture('meaning-en');
    await panel.open(`/audit?entity=${productId}`);
    const log = panel.page.getByRole('main');
    await log.getByText('Create a product').first().waitFor();
    expect(await inWords(log)).toContain('Create a product · Cezve Developer');
    await panel.picture('meaning-audit-en');
    await panel.open('/tokens');
    await panel.page.getByText('View the catalog').first().waitFor();
    await panel.picture('meaning-tokens-en');
  });
});
