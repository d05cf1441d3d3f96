import { connectTrendyol } from '../channel/marketplace';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('extension.uninstall', () => {
  const extension = 'trendyol';
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    await connectTrendyol(world);
  });
  afterEach(() => world.close());

  const done = (command: string, payload: object = {}) =>
    world.done(command, { extension, ...payload }, { as: world.owner });
  const uninstall = (more: object = {}, as = world.owner) =>
    world.run('extension.uninstall', { extension, ...more }, { as });
  const shown = async () =>
    (await world.read('extensions.list')).items.find(({ key }: { key: string }) => key === extension);

  test('takes one that is disabled; the history keeps its configuration', async () => {
    expect(await said(uninstall())).toBe('409 invalid_state');
    const { rev } = await done('extension.disable');
    expect(await said(uninstall({ expectedRev: rev - 1 }))).toBe('409 rev_conflict');
    expect((await uninstall({ expectedRev: rev })).status).toBe(200);
    expect(await shown()).toMatchObject({ installed: null, config: null, blockedBy: ['not_installed'] });
    expect(await lastOf(world, extension)).toMatchObject({
      command: 'extension.uninstall',
      changes: [{ entity: 'extension', before: { config: { sellerId: '424242' } }, after: null }],
      inverse: null,
    });
    expect(await said(uninstall())).toBe('422 extension_not_installed');
  });

  test('leaves secrets and data, which are there when it is installed again', async () => {
    const { id: productId } = await world.done('catalog.product.create', { title: 'Çay', price: 1_000 });
    await world.done('channel.listing.set', { extension, items: [{ productId }] });
    const pull = await world.read('channel.catalog.pull', { params: { ext: extension }, body: { mode: 'import' } });
    const { config } = await shown();
    await done('extension.disable', { disconnect: 'freeze' });
    await done('extension.uninstall');
    expect((await shown()).secrets).toMatchObject([{ isSet: true }, { isSet: true }]);
    await done('extension.install');
    expect(await shown()).toMatchObject({ config: {}, blockedBy: ['invalid_config:/config/sellerId'] });
    await done('extension.configure', { config });
    await done('extension.enable');
    const params = { ext: extension };
    expect((await world.read('channel.listings.list', { params })).items).toMatchObject([{ productId }]);
    expect((await world.read('channel.jobs.list', { params })).items).toMatchObject([
      { id: pull.id, state: 'cancelled' },
    ]);
  });

  test('takes back an installation that nobody has worked with yet, and no other', async () => {
    await done('extension.disable');
    await done('extension.uninstall');
    const { rev } = await done('extension.install');
    const { inverse } = await lastOf(world, extension);
    expect(inverse).toMatchObject({ command: 'extension.uninstall', payload: { extension, expectedRev: rev } });
    await done('extension.configure', { config: { sellerId: '7' } });
    expect(await said(uninstall({ expectedRev: rev }))).toBe('409 rev_conflict');
    await done('extension.uninstall');
    const again = await done('extension.install');
    // Else the undo of the first installation would take away the second one.
    expect(again.rev).toBeGreaterThan(rev);
    expect(await said(uninstall({ expectedRev: rev }))).toBe('409 rev_conflict');
    expect(await said(uninstall({ expectedRev: again.rev }))).toBe('200');
    expect(await shown()).toMatchObject({ installed: null });
  });

  test('takes a scope that not every developer has, and sees no other store', async () => {
    await done('extension.disable');
    expect(await said(uninstall({}, { ...world.developer, scopes: new Set(['catalog:write']) }))).toBe(
      '403 forbidden_scope',
    );
    expect(await said(uninstall({}, world.other.owner))).toBe('422 extension_not_installed');
    expect(await said(uninstall({ extension: 'n11' }))).toBe('422 extension_unknown');
    expect(await shown()).toMatchObject({ installed: { enabled: false } });
  });
});
