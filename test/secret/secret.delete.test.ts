import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('secret.delete', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    const as = world.owner;
    await world.done('extension.install', { extension: 'trendyol' }, { as });
    await world.done('extension.configure', { extension: 'trendyol', config: { sellerId: '1' } }, { as });
  });
  afterAll(() => world.close());

  const key = 'apiSecret';
  const run = (command: string, payload: object, as = world.owner, more: object = {}) =>
    world.run(command, { extension: 'trendyol', ...payload }, { as, ...more });
  const set = (name: string) => run('secret.set', { key: name, value: 'gizli' });
  const remove = (as = world.owner) => run('secret.delete', { key }, as);

  test('what needs it refuses to work until it is set again', async () => {
    for (const name of ['apiKey', key]) await set(name);
    await run('extension.enable', {});
    expect((await remove()).body).toMatchObject({ result: { extension: 'trendyol', key } });
    const pull = () => said(world.read('channel.catalog.pull', { params: { ext: 'trendyol' }, body: {} }));
    expect(await pull()).toBe('422 extension_not_ready');
    const { ops } = await world.read('extensions.ops.get', { params: { ext: 'trendyol' } });
    expect(ops).toContainEqual(
      expect.objectContaining({ op: 'channel.connect.test', ready: false, blockedBy: [`missing_secret:${key}`] }),
    );
    await set(key);
    expect(await pull()).not.toBe('422 extension_not_ready');
  });

  test('moves the rev of the extension', async () => {
    const { rev } = ((await set(key)).body as { result: { rev: number } }).result;
    expect(await said(run('secret.delete', { key, expectedRev: rev - 1 }))).toBe('409 rev_conflict');
    const removed = await run('secret.delete', { key, expectedRev: rev });
    expect(removed.body).toMatchObject({ result: { rev: rev + 1 } });
    const configure = { config: { sellerId: '2' }, expectedRev: rev };
    expect(await said(run('extension.configure', configure))).toBe('409 rev_conflict');
  });

  test('is told by audit, and nothing brings it back', async () => {
    await set(key);
    await remove();
    for (const entity of [`trendyol/${key}`, 'trendyol'])
      expect(await lastOf(world, entity)).toMatchObject({
        command: 'secret.delete',
        changes: [{ entity: 'secret', id: `trendyol/${key}`, before: { setAt: expect.any(String) }, after: null }],
        inverse: null,
      });
    const rows = await world.database
      .reader(world.storeId)
      .query('SELECT 1 FROM extension_secret WHERE key = $1', [key]);
    expect(rows).toEqual([]);
  });

  test('of several who delete it at once one does; what is not set is not deleted', async () => {
    await set(key);
    const replies = await Promise.all(Array.from({ length: 4 }, () => said(remove())));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '422 secret_unknown')]);
    expect(await said(remove())).toBe('422 secret_unknown');
    expect(await said(remove(world.other.owner))).toBe('422 extension_not_installed');
    expect(await said(remove({ ...world.developer, scopes: new Set(['store:admin']) }))).toMatch(/^403/);
  });
});
