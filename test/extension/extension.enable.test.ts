import { lastOf, replyOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('extension.enable', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const extension = 'trendyol';
  const enable = (more: object = {}, as = world.owner) => world.run('extension.enable', { extension, ...more }, { as });
  const done = (command: string, payload: object) =>
    world.done(command, { extension, ...payload }, { as: world.owner });

  test('waits until everything is entered, and says what is missing', async () => {
    expect(await said(enable())).toBe('422 extension_not_installed');
    await done('extension.install', {});
    const blocked = async () => (await replyOf(enable())).body.blockedBy;
    expect(await blocked()).toEqual([
      'missing_secret:apiKey',
      'missing_secret:apiSecret',
      'invalid_config:/config/sellerId',
    ]);
    await done('extension.configure', { config: { sellerId: '1' } });
    await done('secret.set', { key: 'apiKey', value: 'a' });
    expect(await blocked()).toEqual(['missing_secret:apiSecret']);
    await done('secret.set', { key: 'apiSecret', value: 'b' });
    await done('secret.delete', { key: 'apiKey' });
    expect(await blocked()).toEqual(['missing_secret:apiKey']);
    await done('secret.set', { key: 'apiKey', value: 'c' });
    expect(await said(enable({ expectedRev: 1 }))).toBe('409 rev_conflict');
    expect((await enable({ expectedRev: 6 })).body).toMatchObject({
      result: { enabled: true, config: { sellerId: '1' }, rev: 7 },
    });
    expect(await lastOf(world, extension)).toMatchObject({
      command: 'extension.enable',
      changes: [{ entity: 'extension', before: { enabled: false }, after: { enabled: true } }],
      inverse: {
        command: 'extension.disable',
        payload: { extension, disconnect: 'freeze', expectedRev: 7 },
      },
    });
  });

  test('what is enabled is not enabled again; it can still be configured', async () => {
    const twice = await replyOf(enable());
    expect(twice.body).toMatchObject({ status: 409, code: 'invalid_state', state: 'enabled' });
    await done('extension.configure', { config: { sellerId: '2' } });
    const [item] = (await world.read('extensions.list')).items;
    expect(item).toMatchObject({ installed: { enabled: true }, config: { sellerId: '2' } });
  });

  test('takes a scope that not every developer has', async () => {
    expect(await said(enable({}, { ...world.developer, scopes: new Set(['catalog:write']) }))).toBe(
      '403 forbidden_scope',
    );
    expect(await said(enable({ extension: 'n11' }))).toBe('422 extension_unknown');
  });
});
