import { catalogPull } from '../../src/channel/import/declaration';
import { openSite, type Site } from '../surfaces/site';
import { lastOf, said } from '../world/story';

/** An extension that was installed while its provider was there, e.g. one of `TEZGAH_PROVIDERS` that was taken out since. */
describe('an extension whose provider is gone', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
    const { world } = site;
    await world.sql(`
      SET session_replication_role = replica;
      INSERT INTO extension (store_id, key, version, enabled, config, installed_at, updated_at)
        VALUES ('${world.storeId}', 'eskipazar', '2.1.0', true, '{"bayi": "7"}', now(), now());
      INSERT INTO extension_secret (store_id, extension, key, sealed, set_at)
        VALUES ('${world.storeId}', 'eskipazar', 'eskiAnahtar', '\\x00', now());
      INSERT INTO channel_job (store_id, id, extension, kind, lane, state, input, progress, objects, brought_bytes, created_by, created_at)
        VALUES ('${world.storeId}', 'cjb_01JZZZZZZZZZZZZZZZZZZZZZZZ', 'eskipazar', 'catalog.pull', 'catalog.pull', 'queued',
          '{"mode": "import"}', '${JSON.stringify(catalogPull.initial)}', '{}', 0, 'x', now())`);
  });
  afterAll(() => site.close());

  const at = (ext: string, as = site.world.owner) => ({ params: { ext }, as });

  test('is shown with what the store keeps of it, as not available', async () => {
    const { world } = site;
    const { items } = await world.read('extensions.list');
    expect(items.find(({ key }: { key: string }) => key === 'eskipazar')).toMatchObject({
      name: 'eskipazar',
      available: false,
      kind: null,
      version: null,
      installed: { version: '2.1.0', enabled: true },
      config: { bayi: '7' },
      secrets: [{ key: 'eskiAnahtar', isSet: true, setAt: expect.any(String) }],
      blockedBy: ['not_available'],
    });
    expect(items.find(({ key }: { key: string }) => key === 'trendyol')).toMatchObject({ available: true });
    expect(await world.read('extensions.ops.get', at('eskipazar'))).toEqual({
      extension: 'eskipazar',
      installed: true,
      enabled: true,
      hooks: [],
      ops: [],
      packageActs: [],
      packageActStates: [],
    });
    expect(await world.read('channel.health.get', at('eskipazar'))).toMatchObject({
      credentials: { complete: false, blockedBy: ['not_available'] },
      queueDepth: 1,
    });
    expect((await world.read('channel.jobs.list', at('eskipazar'))).items).toHaveLength(1);
    expect((await world.read('channel.listings.list', at('eskipazar'))).items).toEqual([]);
  });

  test('is nothing of a store that has not installed it', async () => {
    const { world } = site;
    for (const route of ['extensions.ops.get', 'channel.health.get', 'channel.jobs.list', 'channel.listings.list'])
      expect([route, await said(world.read(route, at('eskipazar', world.other.owner)))]).toEqual([
        route,
        '404 not_found',
      ]);
    const { items } = await world.read('extensions.list', { as: world.other.owner });
    expect(items.map(({ key }: { key: string }) => key)).not.toContain('eskipazar');
  });

  test('does nothing any more, and its jobs are cancelled and its secrets deleted', async () => {
    const { world } = site;
    const run = (command: string, payload: object) =>
      said(world.run(command, { extension: 'eskipazar', ...payload }, { as: world.owner }));
    expect(await run('extension.configure', { config: {} })).toBe('422 extension_unknown');
    expect(await run('secret.set', { key: 'apiKey', value: 'x' })).toBe('422 extension_unknown');
    expect(await said(world.read('channel.catalog.pull', { ...at('eskipazar'), body: {} }))).toBe('404 not_found');
    const refused = await world.run('extension.configure', { extension: 'eskipazar', config: {} }, { as: world.owner });
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('taken away') });
    const cancelled = world.read('channel.jobs.cancel', {
      params: { ext: 'eskipazar', cjb: 'cjb_01JZZZZZZZZZZZZZZZZZZZZZZZ' },
    });
    expect(await cancelled).toMatchObject({ state: 'cancelled' });
    expect(await run('secret.delete', { key: 'baska' })).toBe('422 secret_unknown');
    expect(await run('secret.delete', { key: 'eskiAnahtar' })).toBe('200');
    expect(await lastOf(world, 'eskipazar/eskiAnahtar')).toMatchObject({
      command: 'secret.delete',
      payload: { extension: 'eskipazar' },
      changes: [{ entity: 'secret', before: { setAt: expect.any(String) }, after: null }],
    });
    expect(await run('secret.delete', { key: 'eskiAnahtar' })).toBe('422 secret_unknown');
  });

  test('a name that nothing declares may be a credential, and is written down nowhere', async () => {
    const pasted = 'Zqx8pastedIntoTheWrongField';
    for (const extension of ['eskipazar', 'trendyol', 'yokpazar']) {
      const { auditId } = await site.world.run('secret.delete', { extension, key: pasted }, { as: site.world.owner });
      expect(auditId).toMatch(/^aud_/);
    }
    const rows = await site.rows(`SELECT id FROM audit_row t WHERE t::text LIKE '%${pasted}%'`);
    expect(rows).toEqual([]);
  });
});
