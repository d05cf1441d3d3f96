// tier: all
import type { Page } from 'playwright-core';
import { type MintedToken, openSite, type Site } from '../surfaces/site';
import { attended, cellsOf, desktop, type Panel, phone, signedIn } from './browser';

const MANY = 200;
const OPENED_WITHIN_SECONDS = 2;

describe('a review of many changes draws the eye to what is risky', () => {
  let site: Site;
  let panel: Panel;
  let agent: MintedToken;
  const products: string[] = [];

  beforeAll(async () => {
    site = await openSite();
    agent = await site.mint('agent');
    for (let index = 0; index < 12; index += 1) {
      const { id } = await site.world.done('catalog.product.create', {
        title: `Cezve ${index + 1}`,
        price: 10_000,
        stock: 5,
      });
      products.push(id);
    }
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  const submitted = async (changes: readonly (readonly [string, unknown])[]): Promise<string> => {
    let proposalId = '';
    for (const [command, payload] of changes) ({ proposalId } = await site.command(agent.token, command, payload));
    await site.command(agent.token, 'proposal.submit', { proposalId });
    return proposalId;
  };
  const pictures = async (name: string): Promise<void> => {
    for (const [size, viewport] of Object.entries({ phone, desktop })) {
      await panel.page.setViewportSize(viewport);
      expect([size, await panel.contentWidth()]).toEqual([size, viewport.width]);
      await panel.picture(`${name}-${size}`);
    }
  };
  const at = (index: number): string => products[index] as string;

  test('like changes are one table, risks are badges, and a summary stands above', async () => {
    const { page } = panel;
    const prices = [11_200, 8_800, 6_000, 10_400, 9_900].map(
      (price, index) => ['catalog.price.set', { targetId: at(index), price }] as const,
    );
    const id = await submitted([
      ...prices,
      ['catalog.product.archive', { productId: at(5) }],
      ['catalog.stock.set', { targetId: at(6), stock: 0 }],
      ['catalog.product.update', { productId: at(7), description: 'Bakır \u202Ezevec' }],
      ['catalog.product.create', { title: 'Hediye Seti', price: 89_900 }],
    ]);
    await panel.open(`/proposals/${id}`);
    const table = page.getByRole('listitem', { name: 'Fiyatı belirle · 5 öğe' });
    await table.waitFor();
    expect(await cellsOf(table.getByRole('row', { name: /Cezve 3/ }))).toEqual([
      '3. Cezve 3',
      '100,00 TL → 60,00 TL -%40',
      expect.stringMatching(/^FIYAT -%40|FİYAT -%40|Fiyat -%40/i),
    ]);
    expect(
      await table
        .getByRole('row', { name: /Cezve 1/ })
        .locator('.risk')
        .count(),
    ).toBe(0);
    const risks = (name: RegExp) => page.getByRole('listitem', { name }).locator('.risk').allTextContents();
    expect(await risks(/^6\./)).toEqual(['Geri alınamaz', 'Arşivler']);
    expect(await risks(/^7\./)).toEqual(['Stok sıfırlanır']);
    expect(await risks(/^8\./)).toEqual(['Yazı yönünü değiştiren işaret: [RLO]']);
    expect(await risks(/^9\./)).toEqual([]);
    const mark = page.getByRole('listitem', { name: /^8\./ }).locator('.sign');
    expect([await mark.textContent(), await mark.getAttribute('title')]).toEqual(['[RLO]', 'U+202E']);

    const summary = page.getByRole('region', { name: 'Özet' });
    // What is far from the rest stands first, whatever the median of the rest is; what is counted alone comes last.
    const outlier = summary.getByRole('link', { name: '3. öğe: Fiyat -%40' });
    await outlier.waitFor();
    const lines = await summary.getByRole('listitem').allTextContents();
    expect(lines.slice(0, 2)).toEqual(['3. öğe: Fiyat -%40', '5 × Fiyat: -%40 … +%12, ortancası -%1']);
    expect(lines.indexOf('1 × Arşivler')).toBeLessThan(lines.indexOf('5 × Fiyatı belirle'));
    const weights = await summary
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => (item as unknown as { className: string }).className));
    expect(weights.slice(0, 2)).toEqual(['risky', 'risky']);
    expect(await outlier.getAttribute('href')).toMatch(/^#pit_/);
    // Its title is where it leads to.
    const link = table.getByRole('link', { name: 'Cezve 3' });
    expect(await link.getAttribute('href')).toMatch(new RegExp(`/audit\\?entity=${at(2)}$`));
    await pictures('risks-tr');

    await summary.getByText('Yalnızca dikkat isteyenler (4)').click();
    await page.getByRole('listitem', { name: /^9\./ }).waitFor({ state: 'detached' });
    await page.getByRole('listitem', { name: /^3\./ }).waitFor();
    expect(await page.locator('main ol > li').count()).toBe(4);
    await summary.getByText('Tümü (9)').click();

    await table.getByRole('button', { name: '2. öğenin ayrıntıları' }).click();
    await table
      .getByRole('listitem', { name: '2. Fiyatı belirle' })
      .getByText('Karşılaştırma')
      .waitFor({ state: 'detached' });
    expect(await table.getByRole('listitem', { name: '2. Fiyatı belirle' }).getByRole('row').count()).toBe(2);
    await page.getByText('EN', { exact: true }).click();
    await page.getByRole('listitem', { name: 'Set the price · 5 items' }).waitFor();
    await page.getByRole('button', { name: 'Approve and apply 9 changes' }).waitFor();
    await pictures('risks-en');
    await page.getByText('TR', { exact: true }).click();
  });

  test('two hundred changes are opened within two seconds and stay usable', async () => {
    const { page } = panel;
    const { variants } = await site.world.done('catalog.product.create', {
      title: 'Çok seçenekli',
      price: 10_000,
      variants: Array.from({ length: 100 }, (_, index) => ({ title: `Seçenek ${index}`, stock: 3 })),
    });
    const id = await submitted(
      Array.from({ length: MANY }, (_, index) =>
        index < 100
          ? (['catalog.price.set', { targetId: variants[index].id, price: 9_000 + index * 10 }] as const)
          : (['catalog.product.create', { title: `Fincan ${index}`, price: 5_000 + index, stock: 3 }] as const),
      ),
    );
    await page.goto(`${site.url}/panel/proposals`);
    await page.getByText('200 öğe').first().waitFor();
    const spent = await working(page);
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByRole('listitem', { name: /^200\./ }).waitFor();
    expect(await page.locator('.likes tbody tr').count()).toBe(100);
    expect(await spent()).toBeLessThan(OPENED_WITHIN_SECONDS);
    const toggled = await working(page);
    await page.getByLabel('200. öğe uygulansın').uncheck();
    await page.getByRole('button', { name: 'Seçmediğiniz 1 öğeyi atla' }).waitFor();
    expect(await toggled()).toBeLessThan(OPENED_WITHIN_SECONDS / 4);
  });
});

/** How long the page works from now on, in seconds of its processor: what others on the machine do is no matter of the panel's. */
async function working(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await read();
  return async () => {
    const spent = (await read()) - before;
    if (process.env.PANEL_PICTURES) console.log(`The page worked for ${spent.toFixed(2)} s.`);
    return spent;
  };
}
