// tier: all
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { orderOf } from '../order/session';
import { openSite, type Site } from '../surfaces/site';
import { PASSWORD } from '../world/world';
import { Tezgah } from './tezgah';

describe('the orders as a table', () => {
  let site: Site;
  let owner: Tezgah;
  beforeAll(async () => {
    site = await openSite();
    owner = new Tezgah({ TEZGAH_URL: site.url });
    await owner.run(['login', '--email', site.world.email, '--password-stdin'], PASSWORD);
  });
  afterAll(async () => {
    owner.remove();
    await site.close();
  });

  test('is written for the owner, page by page, with the filters of the list', async () => {
    const { id } = await site.world.done('catalog.product.create', { title: 'Cezve', price: 12_000, stock: 500 });
    const more = 101;
    for (let placed = 0; placed < more; placed += 1) await orderOf(site.world, [{ productId: id }]);
    const { number } = await orderOf(site.world, [{ productId: id }], {
      buyerName: '=1+cmd|calc',
      terms: { method: 'transfer' },
    });
    const whole = await owner.run(['orders', 'export', '--out', 'siparisler.csv', '--identities', '--json']);
    expect([whole.code, whole.json]).toEqual([0, { file: 'siparisler.csv', orders: more + 1 }]);
    const bytes = readFileSync(path.join(owner.home, 'siparisler.csv'));
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows: Readonly<Record<string, string>>[] = parse(bytes, { delimiter: ';', columns: true, bom: true });
    expect(new Set(rows.map((row) => row['Sipariş no'])).size).toBe(more + 1);
    expect(rows[0]).toMatchObject({ 'Sipariş no': number, Alıcı: "'=1+cmd|calc", 'Ödeme durumu': 'havale bekleniyor' });

    const some = await owner.run(['orders', 'export', '--payment', 'awaiting_transfer']);
    expect([some.code, some.stdout.split('\r\n').length]).toEqual([0, 3]);
    expect(some.stdout).toContain(`\r\n${number};`);
  });

  test('is told to no token', async () => {
    const { token } = await site.mint('developer', ['orders:read']);
    const developer = new Tezgah({ TEZGAH_URL: site.url, TEZGAH_TOKEN: token });
    const { code, stderr } = await developer.run(['orders', 'export']);
    developer.remove();
    expect([code, stderr]).toEqual([3, expect.stringContaining('tezgah login')]);
  });
});
