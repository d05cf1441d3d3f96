import { openSecrets } from '../../src/extension/secret/store';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { holding, untilWaiting } from '../world/held';
import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('extension.configure', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
  });
  afterAll(() => world.close());

  const configure = (config: object, more: object = {}, as = world.owner) =>
    world.run('extension.configure', { extension: 'trendyol', config, ...more }, { as });
  const current = async () =>
    (await world.read('extensions.list')).items.find(({ key }: { key: string }) => key === 'trendyol');

  test('replaces the whole configuration; the first one cannot be taken back, later ones can', async () => {
    expect(await said(configure({ sellerId: '1', requestsPer10Seconds: 40 }))).toBe('200');
    expect(await lastOf(world, 'trendyol')).toMatchObject({
      changes: [{ before: { config: {} }, after: { config: { sellerId: '1', requestsPer10Seconds: 40 } } }],
      inverse: null,
    });
    expect(await said(configure({ sellerId: '2' }))).toBe('200');
    expect(await current()).toMatchObject({ config: { sellerId: '2' }, installed: { enabled: false, rev: 3 } });
    expect(await undoLast(world, 'trendyol')).toBe('undone');
    expect((await current()).config).toEqual({ sellerId: '1', requestsPer10Seconds: 40 });
  });

  test('what is so already writes nothing, in whatever order it is said', async () => {
    await configure({ sellerId: '3', requestsPer10Seconds: 5 });
    const { rev } = (await current()).installed;
    expect((await configure({ requestsPer10Seconds: 5, sellerId: '3' })).body).toMatchObject({ result: { rev } });
  });

  test('each fault is named by its field, and nothing of a wrong configuration is kept', async () => {
    await configure({ sellerId: '4' });
    for (const [config, faults] of [
      [{}, ['/payload/config/sellerId']],
      [{ sellerId: 4 }, ['/payload/config/sellerId']],
      [{ sellerId: 'dört' }, ['/payload/config/sellerId']],
      [{ sellerId: '4', requestsPer10Seconds: -1 }, ['/payload/config/requestsPer10Seconds']],
      [
        { sellerId: '4', requestsPer10Seconds: 1001, integrator: 'a b' },
        ['/payload/config/integrator', '/payload/config/requestsPer10Seconds'],
      ],
    ] as const)
      expect([await said(configure(config)), (await faultsOf(configure(config))).toSorted()]).toEqual([
        '422 config_invalid',
        faults,
      ]);
    expect((await current()).config).toEqual({ sellerId: '4' });
  });

  describe('with secrets', () => {
    const opened = () =>
      openSecrets(world.database.reader(world.storeId), world.platform.services.secretBox, world.storeId, 'trendyol');
    const entered = (value: string) => ({ apiKey: `${value}-anahtar`, apiSecret: `${value}-gizli` });

    test('both are kept in one step, or neither is', async () => {
      expect(await said(configure({ sellerId: '20' }, { secrets: entered('yirmi') }))).toBe('200');
      const { rev } = (await current()).installed;
      expect(await opened()).toEqual(entered('yirmi'));
      const row = await lastOf(world, 'trendyol');
      expect(row).toMatchObject({
        payload: { extension: 'trendyol', config: { sellerId: '20' } },
        changes: expect.arrayContaining([expect.objectContaining({ entity: 'secret', id: 'trendyol/apiSecret' })]),
        inverse: null,
      });
      expect(JSON.stringify(row)).not.toMatch(/yirmi/);
      for (const [config, more, expected] of [
        [{ sellerId: 'yanlış' }, { secrets: entered('yeni') }, '422 config_invalid'],
        [{ sellerId: '21' }, { secrets: { ...entered('yeni'), token: 'x' } }, '400 invalid_request'],
        [{ sellerId: '21' }, { secrets: entered('yeni'), expectedRev: rev - 1 }, '409 rev_conflict'],
      ] as const)
        expect(await said(configure(config, more))).toBe(expected);
      expect([(await current()).config, await opened()]).toEqual([{ sellerId: '20' }, entered('yirmi')]);
      const dry = await world.run(
        'extension.configure',
        { extension: 'trendyol', config: { sellerId: '22' }, secrets: entered('yetmiş') },
        { as: world.owner, dryRun: true },
      );
      expect([dry.status, JSON.stringify(dry.body).includes('yetmiş')]).toEqual([200, false]);
      expect(await opened()).toEqual(entered('yirmi'));
    });

    const rev = async (): Promise<number> => (await current()).installed.rev;

    test('move its rev, so that nothing that was read with the old ones fits', async () => {
      await configure({ sellerId: '30' });
      await configure({ sellerId: '31' });
      expect(await said(configure({ sellerId: '31' }, { secrets: entered('otuz') }))).toBe('200');
      const row = await lastOf(world, 'trendyol');
      expect(row).toMatchObject({ command: 'extension.configure', inverse: null });
      expect(row.changes.map(({ entity }: { entity: string }) => entity)).toEqual(['secret', 'secret']);
      const { items } = await world.read('audit.list', { query: { entity: 'trendyol', limit: 2 } });
      const { command, payload } = items[1].inverse;
      expect(await said(world.run(command, payload, { as: world.owner }))).toBe('409 rev_conflict');
      expect((await current()).config).toEqual({ sellerId: '31' });
    });

    test('of two who saw the same rev and enter other ones, one is told to look again', async () => {
      await configure({ sellerId: '32' });
      const stated = { expectedRev: await rev() };
      const enter = (value: string) => said(configure({ sellerId: '32' }, { ...stated, secrets: entered(value) }));
      const ended = await Promise.all(['bir', 'iki'].map(enter));
      expect(ended.toSorted()).toEqual(['200', '409 rev_conflict']);
      expect(await opened()).toEqual(entered(ended[0] === '200' ? 'bir' : 'iki'));
    });

    test('are entered by one after the other: each tells what it replaced', async () => {
      const release = await holding(world, 'SELECT 1 FROM extension WHERE store_id = $1 FOR NO KEY UPDATE', [
        world.storeId,
      ]);
      const set = { extension: 'trendyol', key: 'apiKey', value: 'başka' };
      const both = [
        configure({ sellerId: '33' }, { secrets: entered('üç') }),
        world.run('secret.set', set, { as: world.owner }),
      ];
      await untilWaiting(world, 2);
      // Neither has touched a secret yet: whoever held one while it waits for the extension would wait in a circle.
      const held = world.sql(`SELECT 1 FROM extension_secret WHERE store_id = '${world.storeId}' FOR UPDATE NOWAIT`);
      const [untouched] = await Promise.allSettled([held]);
      await release();
      expect(untouched.status).toBe('fulfilled');
      for (const reply of both) expect(await said(reply)).toBe('200');
      const { items } = await world.read('audit.list', { query: { entity: 'trendyol/apiKey', limit: 2 } });
      const [newer, older] = items.map(({ changes }: { changes: { id: string }[] }) =>
        changes.find(({ id }) => id === 'trendyol/apiKey'),
      );
      expect(newer.before).toEqual(older.after);
    });

    test('are for those who may set secrets, and agents propose none', async () => {
      const stated = { secrets: { apiKey: 'x' } };
      const may = (scopes: readonly Scope[]) => ({ ...world.developer, scopes: new Set(scopes) });
      expect(await said(configure({ sellerId: '20' }, stated, may(['store:admin'])))).toBe('403 forbidden_scope');
      expect(await said(configure({ sellerId: '20' }, {}, may(['store:admin'])))).toBe('200');
      expect(await said(configure({ sellerId: '20' }, stated, may(['store:admin', 'secrets:write'])))).toBe('200');
      const agent = { ...world.agent, scopes: new Set<Scope>(['store:admin', 'secrets:write', 'proposals:write']) };
      expect(await said(configure({ sellerId: '20' }, stated, agent))).toBe('403 forbidden_scope');
      const refused = await world.read('audit.list', { query: { command: 'extension.configure', outcome: 'refused' } });
      expect(refused.items[0]).toMatchObject({ code: 'forbidden_scope' });
      expect(JSON.stringify(refused.items[0])).not.toContain('"x"');
    });
  });

  test('of two who saw the same rev, one is told to look again', async () => {
    const { rev } = (await current()).installed;
    const asked = ['5', '6'].map((sellerId) => said(configure({ sellerId }, { expectedRev: rev })));
    expect((await Promise.all(asked)).toSorted()).toEqual(['200', '409 rev_conflict']);
  });

  test('is for what is installed', async () => {
    expect(await said(configure({ sellerId: '1' }, {}, world.other.owner))).toBe('422 extension_not_installed');
    expect(await said(configure({ sellerId: '1' }, { extension: 'n11' }))).toBe('422 extension_unknown');
    expect(await said(configure([] as object))).toBe('400 invalid_request');
  });
});
