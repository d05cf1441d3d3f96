import { connectTrendyol } from '../channel/marketplace';
import { holding, untilWaiting } from '../world/held';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('extension.disable', () => {
  const extension = 'trendyol';
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    await connectTrendyol(world);
  });
  afterEach(() => world.close());

  const disable = (more: object = {}, as = world.owner) =>
    world.run('extension.disable', { extension, ...more }, { as });
  const installed = async () =>
    (await world.read('extensions.list')).items.find(({ key }: { key: string }) => key === extension).installed;
  const pull = () =>
    world.read('channel.catalog.pull', { as: world.developer, params: { ext: extension }, body: { mode: 'import' } });
  const list = async () => {
    const { id } = await world.done('catalog.product.create', { title: 'Çay', price: 1_000 });
    await world.done('channel.listing.set', { extension, items: [{ productId: id }] });
  };

  test('switches it off, which is taken back by enabling it', async () => {
    const { rev } = await installed();
    expect(await said(disable({ expectedRev: rev - 1 }))).toBe('409 rev_conflict');
    expect((await disable({ expectedRev: rev })).body).toMatchObject({
      result: { extension, enabled: false, rev: rev + 1, jobsStopped: 0, jobId: null },
    });
    expect(await lastOf(world, extension)).toMatchObject({
      command: 'extension.disable',
      changes: [{ entity: 'extension', before: { enabled: true }, after: { enabled: false } }],
      inverse: { command: 'extension.enable', payload: { extension, expectedRev: rev + 1 } },
    });
    expect(await said(disable())).toBe('409 invalid_state');
    expect(await said(pull())).toBe('422 extension_not_enabled');
    await world.done('extension.enable', { extension }, { as: world.owner });
    expect(await installed()).toMatchObject({ enabled: true });
  });

  test('has to be told what becomes of the stock where the marketplace has listings', async () => {
    await list();
    expect(await said(disable())).toBe('422 disconnect_needed');
    const zero = await disable({ disconnect: 'zero' });
    expect(zero.body).toMatchObject({
      result: { enabled: true, jobsStopped: 0, jobId: expect.stringMatching(/^cjb_/) },
    });
    expect(await installed()).toMatchObject({ enabled: true });
    expect(await said(disable({ disconnect: 'zero' }))).toBe('409 invalid_state');
    expect((await disable({ disconnect: 'freeze' })).status).toBe(200);
    expect(await lastOf(world, extension)).toMatchObject({ payload: { extension, disconnect: 'freeze' } });
  });

  test('stops its open jobs at once, and says so at each', async () => {
    const jobs = [await pull(), await pull()];
    const stopped = await disable();
    expect(stopped.body).toMatchObject({ result: { jobsStopped: 2 } });
    for (const { id } of jobs)
      expect(await world.read('channel.jobs.get', { params: { ext: extension, cjb: id } })).toMatchObject({
        state: 'cancelled',
        cancellable: false,
        error: { code: 'extension_not_enabled' },
      });
  });

  test('misses no job that is asked for meanwhile', async () => {
    const asked = await Promise.allSettled([...Array.from({ length: 6 }, pull), disable()]);
    expect(asked.at(-1)?.status).toBe('fulfilled');
    const { items } = await world.read('channel.jobs.list', { params: { ext: extension } });
    expect(items.filter(({ state }: { state: string }) => state !== 'cancelled')).toEqual([]);
  });

  test('is waited for by whoever asks for a job while it is written', async () => {
    const release = await holding(
      world,
      'UPDATE extension SET enabled = false, rev = rev + 1 WHERE store_id = $1 AND key = $2',
      [world.storeId, extension],
    );
    const asked = said(pull());
    await untilWaiting(world);
    await release();
    expect(await asked).toBe('422 extension_not_enabled');
  });

  test('takes a scope that not every developer has, and sees no other store', async () => {
    expect(await said(disable({}, { ...world.developer, scopes: new Set(['catalog:write']) }))).toBe(
      '403 forbidden_scope',
    );
    expect(await said(disable({}, world.other.owner))).toBe('422 extension_not_installed');
    expect(await said(disable({ extension: 'n11' }))).toBe('422 extension_unknown');
    expect(await installed()).toMatchObject({ enabled: true });
  });
});
