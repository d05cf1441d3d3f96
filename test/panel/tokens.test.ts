// tier: all
import { type Scope, scopes } from '../../src/kernel/declaration/scopes';
import { scopesNeeded } from '../../src/kernel/declaration/scopes-needed';
import { registry } from '../../src/registry';
import { openSite, type Site } from '../surfaces/site';
import { eventually } from '../world/eventually';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

describe('access tokens in the panel', () => {
  let site: Site;
  let panel: Panel;
  beforeAll(async () => {
    site = await openSite();
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site]);

  const dialog = () => panel.page.getByRole('dialog');
  const cards = (name: string) => panel.page.getByRole('listitem', { name, exact: true });
  const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click();
  const secret = async () =>
    (await dialog().getByLabel('Anahtarın gizli değeri', { exact: true }).textContent()) as string;
  const whoami = (token: string) => site.call('GET', '/v1/tokens/me', { token });
  const act = async (name: string, what: string, nth = 0) => {
    await cards(name).nth(nth).getByRole('button', { name: 'için işlemler' }).click();
    await panel.page.getByRole('menuitem', { name: what }).click();
  };
  const mint = async (name: string): Promise<string> => {
    await panel.page.getByRole('button', { name: 'Yeni anahtar' }).click();
    await dialog().getByLabel('Adı').fill(name);
    await press('Oluştur');
    const token = await secret();
    await press('Kopyaladım, kapat');
    await dialog().waitFor({ state: 'hidden' });
    return token;
  };
  const onBoth = async (name: string): Promise<void> => {
    await panel.picture(`${name} 1280`);
    await panel.page.setViewportSize(phone);
    expect([name, await panel.contentWidth()]).toEqual([name, phone.width]);
    await panel.picture(`${name} 390`);
    await panel.page.setViewportSize(desktop);
  };

  test('what is sensitive is ticked by nobody, what cannot be granted is not offered, and a name is demanded', async () => {
    const { page } = panel;
    await panel.open('/tokens');
    await page.getByRole('button', { name: 'Yeni anahtar' }).click();
    for (const kind of ['agent', 'developer'] as const) {
      await dialog()
        .getByText(kind === 'agent' ? 'Ajan' : 'Geliştirici', { exact: true })
        .click();
      const boxes = dialog().getByRole('checkbox');
      const offered = await boxes.evaluateAll((all) =>
        all.map((box) => ({
          scope: (box as { value?: string }).value as keyof typeof scopes,
          on: box.matches(':checked'),
        })),
      );
      expect(offered.filter(({ on }) => on).map(({ scope }) => scopes[scope].sensitivity)).not.toContain('high');
      expect(offered.some(({ on }) => on)).toBe(true);
      // A scope that no built call needs opens nothing.
      const needed = scopesNeeded(registry);
      const grantable = Object.entries(scopes).flatMap(([scope, { grantable_to: to }]) =>
        needed.has(scope as Scope) && (to === 'any' || (to === 'developer' && kind === 'developer')) ? scope : [],
      );
      expect(offered.map(({ scope }) => scope as string).toSorted()).toEqual(grantable.toSorted());
    }
    const groups = await dialog().getByRole('group').allInnerTexts();
    expect(groups.some((text) => text.startsWith('Siparişler'))).toBe(true);
    await onBoth('tokens mint');
    await press('Oluştur');
    await dialog().getByLabel('Adı').fill('   ');
    await press('Oluştur');
    expect(
      await dialog()
        .getByLabel('Adı')
        .evaluate((field) => field.matches(':invalid')),
    ).toBe(true);
    expect(await site.rows('SELECT id FROM access_token')).toEqual([]);
    await press('Programların olağan yetkilerini seç');
    expect(
      await dialog()
        .getByLabel(/^Kataloğu düzenle/)
        .isChecked(),
    ).toBe(true);
    await press('Vazgeç');
  });

  test('the secret comes with the address and what a client is told, and connects', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: 'Yeni anahtar' }).click();
    await dialog().getByLabel('Adı').fill('Fiyat ajanı');
    await press('Oluştur');
    const token = await secret();
    const address = (await dialog()
      .getByLabel('Ajanların bağlandığı adres (MCP)', { exact: true })
      .textContent()) as string;
    expect(address).toBe(`${site.url}/mcp/tools`);
    await onBoth('tokens secret');
    for (const name of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'curl']) {
      await dialog().getByRole('tab', { name }).click();
      await dialog()
        .getByRole('button', { name: `Kopyala: ${name}` })
        .waitFor();
      const text = (await dialog().getByLabel(name, { exact: true }).last().textContent()) as string;
      expect([name, text.includes(token)]).toEqual([name, name !== 'VS Code']);
      expect(text).toContain(name === 'curl' ? '/v1/tokens/me' : address);
    }
    await dialog().getByRole('tab', { name: 'Cursor' }).click();
    const { url, headers } = JSON.parse(
      (await dialog().getByLabel('Cursor', { exact: true }).last().textContent()) as string,
    ).mcpServers.tezgah;
    const answer = await site.call('POST', new URL(url).pathname, {
      headers: { ...headers, Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });
    expect([answer.status, answer.text.includes('catalog_products_list')]).toEqual([200, true]);
    await press('Kopyaladım, kapat');
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.content()).not.toContain(token);
  });

  test('a renewal keeps the old one until the new one is used, and then offers to end it', async () => {
    const { page } = panel;
    await page.reload();
    const old = await mint('Stok ajanı');
    await act('Stok ajanı', 'Yenile');
    await onBoth('tokens renew');
    await press('Yeni gizli değer oluştur');
    const renewed = await secret();
    await onBoth('tokens renewed');
    await press('Kopyaladım, kapat');
    const both = await site.rows<{ id: string }>(
      "SELECT id, kind, scopes, workspace_id, limits FROM access_token WHERE label = 'Stok ajanı' ORDER BY id",
    );
    const [before, after] = both.map(({ id, ...rights }) => rights);
    expect([both.length, after]).toEqual([2, before]);

    // Cut off here, e.g. by a closed window, it goes on wherever the list is opened.
    await page.clock.install();
    await page.reload();
    await cards('Stok ajanı').nth(1).getByText('henüz kullanılmadı').waitFor();
    expect((await whoami(renewed)).status).toBe(200);
    // Uses are written down, and the list is asked for again, some seconds later.
    await eventually(async () => {
      await page.clock.runFor(1_000);
      return (await cards('Stok ajanı').nth(1).getByText('Yenisi kullanılıyor').count()) > 0;
    });
    await cards('Stok ajanı').nth(1).getByText('Yenisi kullanılıyor').waitFor();
    await onBoth('tokens overlap');
    await cards('Stok ajanı').nth(1).getByRole('button', { name: 'Eskisini iptal et' }).click();
    await press('İptal et');
    await eventually(async () => (await whoami(old)).status === 401);
    expect((await whoami(renewed)).status).toBe(200);
    await page.getByRole('region', { name: 'Sona erenler' }).getByRole('listitem', { name: 'Stok ajanı' }).waitFor();
    expect(await page.getByText('Eskisini iptal et').count()).toBe(0);
    await onBoth('tokens after');
    const rows = await site.rows<{ command: string }>(
      `SELECT command FROM audit_row r JOIN audit_entity e ON e.store_id = r.store_id AND e.audit_id = r.id
       WHERE e.entity_id = ANY($1) ORDER BY r.id`,
      [both.map(({ id }) => id)],
    );
    expect(rows.map(({ command }) => command)).toEqual(['token.mint', 'token.mint', 'token.revoke']);
  });

  test('a renewal for a secret that leaked ends the old one, and says so', async () => {
    const { page } = panel;
    const old = await mint('Sızan');
    await act('Sızan', 'Yenile');
    await dialog().getByLabel('Hemen sona ersin').check();
    await page.route('**/v1/commands', (route) => route.abort('internetdisconnected'), { times: 1 });
    await press('Yeni gizli değer oluştur');
    const renewed = await secret();
    await dialog().getByRole('alert').getByText('Sunucuya ulaşılamıyor.').waitFor();
    expect((await whoami(old)).status).toBe(200);
    await press('Yeniden dene');
    await dialog().getByText('Eskisi iptal edildi.').waitFor();
    expect((await whoami(old)).status).toBe(401);
    expect((await whoami(renewed)).status).toBe(200);
    await press('Kopyaladım, kapat');
  });
});
