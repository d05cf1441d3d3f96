// tier: all
import { lazySandbox } from '../sandbox/lazy';
import { type OwnerSession, openSite, type Site } from '../surfaces/site';
import { attended, desktop, type Panel, phone, signedIn } from './browser';

const LONG = `cat ${'çok-uzun-bir-klasör/'.repeat(20)}rapor.md`;

describe('workspaces in the panel', () => {
  const sandbox = lazySandbox();
  let site: Site;
  let panel: Panel;
  let owner: OwnerSession;
  let ws: string;
  let token: string;

  beforeAll(async () => {
    site = await openSite({ sandbox });
    owner = await site.session();
    panel = await signedIn(site.url, site.world);
  });
  attended(() => [panel, site, sandbox]);

  const dialog = () => panel.page.getByRole('dialog');
  const region = (name: string) => panel.page.getByRole('region', { name, exact: true });
  const exec = async (command: string) => {
    const answer = await site.call('POST', `/v1/workspaces/${ws}/exec`, { token, body: { command } });
    expect(answer.status).toBe(200);
  };
  const onBoth = async (name: string): Promise<void> => {
    for (const size of [desktop, phone]) {
      await panel.page.setViewportSize(size);
      expect([name, await panel.contentWidth()]).toEqual([name, size.width]);
      await panel.picture(`${name} ${size.width}`);
    }
    await panel.page.setViewportSize(desktop);
  };

  test('a shop without one is told how it gets one', async () => {
    await panel.open('/workspaces');
    await panel.page.getByText('Henüz çalışma alanı yok').waitFor();
    await onBoth('workspaces none');
  });

  test('the feed tells what was done, and files are read', async () => {
    const { page } = panel;
    const { body } = await site.call('POST', '/v1/workspaces', { session: owner, body: { name: 'Fiyat ajanı' } });
    ({ token } = body);
    ws = body.workspace.id;
    await panel.open('/workspaces');
    await page.getByRole('button', { name: /Fiyat ajanı/ }).click();
    await region('Hareketler').getByText('Burada henüz bir şey yapılmadı').waitFor();
    await exec(`printf '# Rapor\\n<b>5 ürün</b>\\n' > rapor.md; mkdir -p klasör`);
    const at = encodeURIComponent('/workspace/store/ikili');
    const bytes = { data: Buffer.from([255, 0]).toString('base64'), encoding: 'base64' };
    await site.call('PUT', `/v1/workspaces/${ws}/file?path=${at}`, { token, body: bytes });
    await exec(`printf 'ters \\xe2\\x80\\xae yön\\n' >> rapor.md; exit 3`);
    await exec(LONG);
    const body_ = { command: 'sleep 5', timeoutSeconds: 1 };
    await site.call('POST', `/v1/workspaces/${ws}/exec`, { session: owner, body: body_ });
    await page.reload();
    await page.getByRole('button', { name: /Fiyat ajanı/ }).click();
    await region('Hareketler')
      .getByText(/exit 3$/)
      .waitFor();
    await region('Hareketler')
      .getByText(/^komut · bitti · çıkış kodu 3 · .* · Fiyat ajanı \(Ajan\) · /)
      .waitFor();
    await region('Hareketler')
      .getByText(/^komut · süresi doldu · .*Siz · /)
      .waitFor();
    await onBoth('workspaces feed');
    await page.getByRole('button', { name: 'Dosyalara bak' }).click();
    const files = region('Dosyalar');
    await files.getByRole('button', { name: 'store/' }).click();
    await files.getByRole('button', { name: 'rapor.md' }).click();
    await files.getByText('<b>5 ürün</b>').waitFor();
    await files.getByText('[RLO]').waitFor();
    await onBoth('workspaces files');
    await files.getByRole('button', { name: 'ikili' }).click();
    await files.getByText('Bu dosya metin değil.').waitFor();
    await files.getByRole('button', { name: 'klasör/' }).click();
    await files.getByText('Klasör boş').waitFor();
    await files.getByRole('button', { name: 'Üst klasör' }).click();
    await files.getByRole('button', { name: 'zararina.sh' }).waitFor();
  });

  test('the owner backs up and begins anew', async () => {
    const { page } = panel;
    await page.getByRole('button', { name: /Yedekle…/ }).click();
    await dialog().getByRole('button', { name: 'Yedekle', exact: true }).click();
    await page.getByText('Dosyalar yedeklendi.').waitFor();
    await page.getByText(/Son yedek/).waitFor();
    await region('Hareketler')
      .getByText(/^yedek ·/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: /Yenile…/ }).click();
    await onBoth('workspaces refresh');
    await dialog().getByRole('button', { name: 'Yenile', exact: true }).click();
    await page.getByText('Çalışma ortamı yenileniyor.').waitFor();
    const [row] = await site.rows('SELECT wanted FROM workspace_sandbox WHERE workspace_id = $1', [ws]);
    expect(row).toEqual({ wanted: 'refresh' });
  });

  test('a workspace that is archived keeps its feed, and has no files', async () => {
    const { page } = panel;
    await site.world.done('workspace.archive', { workspaceId: ws }, { as: site.world.owner });
    await panel.open('/workspaces');
    await page.getByRole('button', { name: /Fiyat ajanı.*Arşivde/ }).click();
    await region('Hareketler')
      .getByText(/exit 3$/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Dosyalara bak' }).count()).toBe(0);
    await onBoth('workspaces archived');
  });
});
