import '../channel/second/installed';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { replyOf, said } from '../world/story';
import { asInstalledEarlier, TRENDYOL_RIGHTS } from './earlier';

const ALL = { scopes: ['orders:read'], personalData: ['name', 'address'], actions: [], secrets: ['passphrase'] };

describe('a right that nobody has granted', () => {
  let site: Site;
  beforeEach(async () => {
    site = await openSite();
  });
  afterEach(() => site.close());

  const byToken = async (kind: 'agent' | 'developer', command: string, extension: string, scopes: Scope[] = []) => {
    const { world } = site;
    const { token } = await site.mint(kind, ['store:admin', 'proposals:write', ...scopes]);
    const body = { command, storeId: world.storeId, idempotencyKey: newUlid(), payload: { extension } };
    return site.call('POST', '/v1/commands', { token, body });
  };
  const byOwner = (command: string, extension = 'bazaar') =>
    site.world.run(command, { extension }, { as: site.world.owner });

  test('does not come with what is removed and installed anew', async () => {
    const { world } = site;
    await byOwner('extension.install');
    await asInstalledEarlier(world, { extension: 'bazaar', version: '1.1.0', config: { stall: 'orta' } });
    expect((await byToken('developer', 'extension.uninstall', 'bazaar')).status).toBe(200);
    for (const kind of ['developer', 'agent'] as const) {
      const { status, body } = await byToken(kind, 'extension.install', 'bazaar', ['orders:read']);
      expect([kind, status, body.code, body.growth]).toEqual([kind, 422, 'consent_required', ALL]);
    }
    expect(await said(byOwner('extension.uninstall'))).toBe('422 extension_not_installed');
    expect((await replyOf(byOwner('extension.install'))).body.result).toMatchObject({ version: '2.0.0', granted: ALL });
    // Nothing is gained any more: whoever may install may do so.
    expect((await byToken('developer', 'extension.uninstall', 'bazaar')).status).toBe(200);
    const { status, body } = await byToken('developer', 'extension.install', 'bazaar');
    expect([status, body.result?.granted]).toEqual([200, ALL]);
  });

  test('of acts outside comes neither, with what was removed before they were asked for', async () => {
    const { world } = site;
    const { actions, ...noted } = TRENDYOL_RIGHTS;
    await byOwner('extension.install', 'trendyol');
    await byOwner('extension.uninstall', 'trendyol');
    await world.sql(`UPDATE extension_gone SET granted = '${JSON.stringify(noted)}'`);
    const { status, body } = await byToken('developer', 'extension.install', 'trendyol');
    expect([status, body.code, body.growth]).toEqual([
      422,
      'consent_required',
      { scopes: [], personalData: [], actions, secrets: [] },
    ]);
    expect((await replyOf(byOwner('extension.install', 'trendyol'))).body.result.granted).toEqual(TRENDYOL_RIGHTS);
  });

  test('comes with a first installation as far as the token holds it itself', async () => {
    for (const scopes of [[], ['orders:read']] as Scope[][]) {
      const { status, body } = await byToken('developer', 'extension.install', 'bazaar', scopes);
      const lacking = scopes.length === 0 ? ALL.scopes : [];
      expect([status, body.growth]).toEqual([422, { ...ALL, scopes: lacking, secrets: [] }]);
    }
    const { status, body } = await byToken('developer', 'extension.install', 'trendyol');
    expect([status, body.result?.granted]).toEqual([200, TRENDYOL_RIGHTS]);
  });
});
