import '../channel/second/installed';
import { newUlid } from '../../src/kernel/ids';
import { openSite, type Site } from '../surfaces/site';
import { lastOf, replyOf, said } from '../world/story';
import type { World } from '../world/world';
import { asInstalledEarlier, TRENDYOL_RIGHTS } from './earlier';

const NOTHING = { scopes: [], personalData: [], actions: [], secrets: [] };
const GROWTH = { scopes: ['orders:read'], personalData: ['name', 'address'], actions: [], secrets: ['passphrase'] };

describe('extension.upgrade', () => {
  let site: Site;
  let world: World;
  beforeEach(async () => {
    site = await openSite();
    ({ world } = site);
    for (const extension of ['trendyol', 'bazaar'])
      await world.done('extension.install', { extension }, { as: world.owner });
  });
  afterEach(() => site.close());

  const upgrade = (extension: string, more: object = {}, options: object = {}) =>
    world.run('extension.upgrade', { extension, ...more }, { as: world.owner, ...options });
  const shown = async (extension: string, as = world.owner) =>
    (await world.read('extensions.list', { as })).items.find(({ key }: { key: string }) => key === extension);
  const secret = (value = 'open sesame') =>
    world.done('secret.set', { extension: 'bazaar', key: 'passphrase', value }, { as: world.owner });
  const enabledBazaar = (version: string, config: object, granted?: object) =>
    asInstalledEarlier(world, { extension: 'bazaar', version, config, enabled: true, ...(granted && { granted }) });

  test('brings the configuration along, which a dry run shows, and no command takes it back', async () => {
    await asInstalledEarlier(world, {
      extension: 'trendyol',
      version: '1.0.0',
      config: { sellerId: '7' },
      granted: TRENDYOL_RIGHTS,
    });
    const { rev } = (await shown('trendyol')).installed;
    expect(await said(upgrade('trendyol', { expectedRev: rev + 1 }))).toBe('409 rev_conflict');
    const { body: tried } = await replyOf(upgrade('trendyol', { expectedRev: rev }, { dryRun: true }));
    expect(
      tried.preview.changes.map(({ field, before, after }: Record<string, unknown>) => [field, before, after]),
    ).toEqual([
      ['version', '1.0.0', '1.2.0'],
      ['config', { sellerId: '7' }, { sellerId: '7', pictures: true }],
    ]);
    expect((await shown('trendyol')).installed.version).toBe('1.0.0');
    expect((await replyOf(upgrade('trendyol', { expectedRev: rev }))).body.result).toMatchObject({
      version: '1.2.0',
      config: { sellerId: '7', pictures: true },
      rev: rev + 1,
    });
    expect(await lastOf(world, 'trendyol')).toMatchObject({
      command: 'extension.upgrade',
      changes: [{ before: { version: '1.0.0' }, after: { version: '1.2.0', config: { pictures: true } } }],
      inverse: null,
    });
    expect(await shown('trendyol')).toMatchObject({ upgrade: null, configSchema: { properties: { pictures: {} } } });
    expect((await replyOf(upgrade('trendyol'))).body).toMatchObject({ code: 'invalid_state', state: 'current' });
  });

  test('until then the installed version says what the extension takes and needs', async () => {
    await asInstalledEarlier(world, { extension: 'trendyol', version: '1.0.0', granted: TRENDYOL_RIGHTS });
    const config = { sellerId: '7', pictures: false };
    const configure = () =>
      said(world.run('extension.configure', { extension: 'trendyol', config }, { as: world.owner }));
    expect(await configure()).toBe('422 config_invalid');
    expect((await shown('trendyol')).configSchema.properties).not.toHaveProperty('pictures');
    await world.done('extension.upgrade', { extension: 'trendyol' }, { as: world.owner });
    expect(await configure()).toBe('200');
    await enabledBazaar('1.0.0', { place: 'orta' });
    expect((await shown('bazaar')).blockedBy).toEqual([]);
    const { ops } = await world.read('extensions.ops.get', { params: { ext: 'bazaar' } });
    expect(ops.find(({ op }: { op: string }) => op === 'channel.catalog.pull')).toMatchObject({
      needs: { secrets: [], config: ['place'] },
      ready: true,
    });
  });

  test('asks an owner before it gains a right, and names every one that it gains', async () => {
    await enabledBazaar('1.0.0', { place: 'orta' });
    await secret();
    expect(await shown('bazaar')).toMatchObject({
      version: '2.0.0',
      installed: { version: '1.0.0', granted: NOTHING },
      upgrade: { version: '2.0.0', growth: GROWTH, lossless: false, blockedBy: [] },
    });
    const refused = await replyOf(upgrade('bazaar'));
    expect(refused.body).toMatchObject({
      status: 422,
      code: 'consent_required',
      version: '2.0.0',
      growth: GROWTH,
      detail: expect.stringContaining('orders:read, name, address, passphrase'),
    });
    expect(await said(upgrade('bazaar', { consent: false }))).toBe('422 consent_required');
    expect(await said(upgrade('bazaar', { consent: true, version: '1.1.0' }))).toBe('409 invalid_state');
    expect(await shown('bazaar')).toMatchObject({ installed: { version: '1.0.0', enabled: true } });
    expect((await replyOf(upgrade('bazaar', { consent: true, version: '2.0.0' }))).body.result).toMatchObject({
      version: '2.0.0',
      enabled: true,
      config: { stall: 'orta' },
      granted: GROWTH,
    });
    expect(await lastOf(world, 'bazaar')).toMatchObject({ payload: { consent: true, version: '2.0.0' } });
  });

  test('compares with what was granted, not with what the installed version says of itself by now', async () => {
    await secret();
    await enabledBazaar('1.1.0', { stall: 'orta' }, GROWTH);
    expect((await shown('bazaar')).upgrade).toMatchObject({ growth: NOTHING });
    expect(await said(upgrade('bazaar'))).toBe('200');
    await enabledBazaar('1.1.0', { stall: 'orta' }, { ...GROWTH, personalData: ['name'] });
    expect((await replyOf(upgrade('bazaar'))).body.growth).toEqual({ ...NOTHING, personalData: ['address'] });
    // Nobody knows what a version asked for that is published no more.
    await asInstalledEarlier(world, { extension: 'bazaar', version: '0.9.0', config: { stall: 'orta' } });
    expect((await replyOf(upgrade('bazaar'))).body.growth).toEqual(GROWTH);
  });

  test('no program consents, whoever gave it its token', async () => {
    await enabledBazaar('1.1.0', { stall: 'orta' });
    await secret();
    for (const kind of ['developer', 'agent'] as const) {
      const { token } = await site.mint(kind, ['store:admin', 'proposals:write']);
      for (const dryRun of [true, false]) {
        const body = {
          command: 'extension.upgrade',
          storeId: world.storeId,
          payload: { extension: 'bazaar', consent: true },
          ...(dryRun ? { dryRun } : { idempotencyKey: newUlid() }),
        };
        const { status, body: answer } = await site.call('POST', '/v1/commands', { token, body });
        expect([kind, status, answer.code, answer.growth]).toEqual([kind, 422, 'consent_required', GROWTH]);
      }
    }
    expect(await shown('bazaar')).toMatchObject({ installed: { version: '1.1.0' } });
  });

  test('one that works goes on working: what it would lack is entered before', async () => {
    await enabledBazaar('1.0.0', { place: 'orta' });
    expect((await shown('bazaar')).upgrade).toMatchObject({ blockedBy: ['missing_secret:passphrase'] });
    expect((await replyOf(upgrade('bazaar', { consent: true }))).body).toMatchObject({
      code: 'extension_not_ready',
      blockedBy: ['missing_secret:passphrase'],
    });
    await asInstalledEarlier(world, { extension: 'bazaar', version: '1.0.0', enabled: false });
    expect(await said(upgrade('bazaar', { consent: true }))).toBe('200');
    expect(await shown('bazaar')).toMatchObject({ blockedBy: ['missing_secret:passphrase'] });
  });

  test('a configuration that does not come along is stated anew; one that was never made is asked for later', async () => {
    await secret();
    await enabledBazaar('1.1.0', { stall: 'ORTA' });
    const refused = await replyOf(upgrade('bazaar', { consent: true }));
    expect(refused.body).toMatchObject({ code: 'config_invalid', detail: expect.stringContaining('Bazaar 2.0.0') });
    expect((await shown('bazaar')).upgrade.blockedBy).toEqual(['invalid_config:/config/stall']);
    const anew = (config: object) => upgrade('bazaar', { consent: true, config });
    expect(await said(anew({ place: 'orta' }))).toBe('422 config_invalid');
    expect((await replyOf(anew({ stall: 'orta' }))).body.result).toMatchObject({ config: { stall: 'orta' } });
    await asInstalledEarlier(world, {
      extension: 'trendyol',
      version: '1.0.0',
      config: {},
      enabled: false,
      granted: TRENDYOL_RIGHTS,
    });
    expect((await replyOf(upgrade('trendyol'))).body.result).toMatchObject({ version: '1.2.0', config: {} });
  });

  test('is of one that is installed, takes a scope that not every developer has, and sees no other store', async () => {
    await asInstalledEarlier(world, { extension: 'trendyol', version: '1.0.0', granted: TRENDYOL_RIGHTS });
    const as = { ...world.developer, scopes: new Set(['catalog:write'] as const) };
    expect(await said(upgrade('trendyol', {}, { as }))).toBe('403 forbidden_scope');
    expect(await said(upgrade('trendyol', {}, { as: world.other.owner }))).toBe('422 extension_not_installed');
    expect(await said(upgrade('n11'))).toBe('422 extension_unknown');
    expect(await shown('trendyol')).toMatchObject({ installed: { version: '1.0.0' } });
  });
});
