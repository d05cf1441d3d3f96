import { metafieldPurge } from '../../src/metafield/purge/contract';
import { purgeNext } from '../../src/metafield/purge/moves';
import { abandonWork } from '../../src/works';
import { committed } from '../media/committed';
import { plain } from '../media/pictures';
import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('what stands in custom fields can be let go of', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    for (const target of ['product', 'variant'])
      await world.done(
        'metafield.definition.create',
        { target, key: 'label', type: 'media', label: 'Etiket' },
        owner(),
      );
  });
  afterAll(() => world.close());

  const owner = () => ({ as: world.owner });
  let count = 0;
  const file = async (): Promise<string> => {
    count += 1;
    return committed(world, await plain(count, count));
  };
  const remove = (mediaId: string) => world.run('catalog.media.delete', { mediaId }, owner());
  const product = (more: object = {}) =>
    world.done('catalog.product.create', { title: 'Gömlek', price: 100, ...more }, owner());

  test('the values of a variant go with it, are told, and hold on to no file', async () => {
    const { id: productId, variants } = await product({ variants: [{ title: 'S' }, { title: 'M' }] });
    const [small, medium] = variants;
    const value = await file();
    await world.done('metafield.set', { ownerId: small.id, key: 'label', value }, owner());
    const { status, body } = await remove(value);
    expect([status, body]).toMatchObject([422, { code: 'media_in_use', usedBy: [small.id] }]);
    // By what people call it, and where the list of products leads as well.
    expect(body).toMatchObject({
      detail: 'It stands in custom fields of “Gömlek · S”: take it out there first.',
      references: { [small.id]: 'Gömlek · S' },
    });
    for (const query of [{ mediaId: value }, { mediaId: value, text: 'gomlek' }])
      expect((await world.read('catalog.products.list', { query })).items).toMatchObject([{ id: productId }]);
    const kept = [{ id: medium.id, title: 'M' }];
    await world.done('catalog.product.setVariants', { productId, variants: kept }, owner());
    const { changes } = await lastOf(world, productId);
    expect(new Set(changes.map(({ entity }: { entity: string }) => entity))).toEqual(
      new Set(['metafields', 'product']),
    );
    expect((await remove(value)).status).toBe(200);
  });

  test('an archived product lets pictures and values be taken out, and nothing be put in', async () => {
    const { id: productId } = await product();
    const [shown, value] = [await file(), await file()];
    await world.done('catalog.product.setMedia', { productId, media: [{ mediaId: shown }] }, owner());
    await world.done('metafield.set', { ownerId: productId, key: 'label', value }, owner());
    await world.done('catalog.product.archive', { productId }, owner());
    for (const mediaId of [shown, value])
      expect((await remove(mediaId)).body).toMatchObject({ code: 'media_in_use', usedBy: [productId] });
    const media = [{ mediaId: shown }, { mediaId: await file() }];
    expect(await said(world.run('catalog.product.setMedia', { productId, media }, owner()))).toBe('409 invalid_state');
    const put = { ownerId: productId, key: 'label', value: shown };
    expect(await said(world.run('metafield.set', put, owner()))).toBe('409 invalid_state');
    await world.done('catalog.product.setMedia', { productId, media: [] }, owner());
    expect((await lastOf(world, productId)).inverse).toBeNull();
    await world.done('metafield.unset', { ownerId: productId, key: 'label' }, owner());
    for (const mediaId of [shown, value]) expect((await remove(mediaId)).status).toBe(200);
  });

  test('what a deleted field has left behind holds on to no file, though nothing takes it away', async () => {
    const badge = { target: 'product', key: 'badge', type: 'media', label: 'Rozet' };
    const { id: definitionId } = await world.done('metafield.definition.create', badge, owner());
    const [first, second] = [(await product()).id, (await product()).id];
    const [gone, kept] = [await file(), await file()];
    const put = (ownerId: string, key: string, value: string) =>
      world.done('metafield.set', { ownerId, key, value }, owner());
    await put(first, 'badge', gone);
    await put(second, 'badge', kept);
    await put(second, 'label', kept);
    expect((await remove(gone)).body).toMatchObject({ code: 'media_in_use', usedBy: [first] });
    await world.done('metafield.definition.delete', { definitionId }, owner());
    const removal = { storeId: world.storeId, workflowId: metafieldPurge.workflowId(definitionId) };
    await abandonWork(world.platform, removal, { code: 'not_finished', reason: 'Its workflow ended.' });
    expect((await remove(gone)).status).toBe(200);
    // It stands in a field that there is, too.
    expect((await remove(kept)).body).toMatchObject({ code: 'media_in_use', usedBy: [second] });
    const rest = { storeId: world.storeId, definitionId };
    expect(await purgeNext(world.platform.bus, rest)).toEqual({ taken: 2, done: 2, total: 2 });
  });

  test('taking a definition back takes no values that were stated since', async () => {
    const field = { target: 'product', key: 'origin', type: 'text', label: 'Menşe' };
    const { id } = await world.done('metafield.definition.create', field, owner());
    const { command, payload } = (await lastOf(world, id)).inverse as { command: string; payload: object };
    const { id: ownerId } = await product();
    await world.done('metafield.set', { ownerId, key: 'origin', value: 'Bursa' }, owner());
    expect((await world.run(command, payload, owner())).body).toMatchObject({ code: 'metafield_in_use', values: 1 });
    await world.done('metafield.unset', { ownerId, key: 'origin' }, owner());
    expect((await world.run(command, payload, owner())).status).toBe(200);
  });
});
