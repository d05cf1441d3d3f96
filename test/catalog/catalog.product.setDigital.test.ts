import { faultsOf, lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('catalog.product.setDigital', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const create = async (): Promise<string> =>
    (await world.done('catalog.product.create', { title: 'Kitap', price: 1 })).id;
  const set = (productId: string, payload: object) =>
    world.run('catalog.product.setDigital', { productId, ...payload });
  const get = (prd: string) => world.read('catalog.products.get', { params: { prd } });
  const link = { kind: 'link', url: 'https://example.com/kitap.pdf', instructions: 'İyi okumalar.' };

  test('says what is delivered, whether it is shipped, and why it may not be returned', async () => {
    const id = await create();
    expect(
      await said(set(id, { requiresShipping: false, digital: link, withdrawalException: 'instant_digital' })),
    ).toBe('200');
    expect(await get(id)).toMatchObject({
      rev: 2,
      requiresShipping: false,
      digital: { ...link, codes: null },
      withdrawalException: 'instant_digital',
    });
    expect(await said(set(id, { withdrawalException: null }))).toBe('200');
    expect(await get(id)).toMatchObject({ requiresShipping: false, digital: link, withdrawalException: null });
    expect(await lastOf(world, id)).toMatchObject({
      changes: [{ before: { withdrawalException: 'instant_digital' }, after: { withdrawalException: null } }],
    });
  });

  test('a delivery is replaced as a whole: another kind keeps nothing of the one before', async () => {
    const id = await create();
    await set(id, { digital: link });
    await set(id, { digital: { kind: 'code_pool' } });
    expect((await get(id)).digital).toEqual({
      kind: 'code_pool',
      url: null,
      instructions: null,
      codes: { available: 0, allocated: 0, voided: 0 },
    });
    await set(id, { digital: { kind: 'none' } });
    expect((await get(id)).digital).toEqual({ kind: 'none', url: null, instructions: null, codes: null });
  });

  test('a pool keeps its codes while the product delivers something else', async () => {
    const id = await create();
    await set(id, { digital: { kind: 'code_pool' } });
    await world.done('catalog.digital.codes.add', { productId: id, codes: ['A', 'B'] });
    await set(id, { digital: link });
    expect(await said(world.run('catalog.digital.codes.add', { productId: id, codes: ['C'] }))).toBe('422 not_pooled');
    await set(id, { digital: { kind: 'code_pool' } });
    expect((await get(id)).digital.codes).toEqual({ available: 2, allocated: 0, voided: 0 });
  });

  test('becoming a pool is taken back until codes were added that its undo did not see', async () => {
    const id = await create();
    await set(id, { digital: { kind: 'code_pool' } });
    expect(await undoLast(world, id)).toBe('undone');
    await set(id, { digital: { kind: 'code_pool' } });
    const { inverse } = await lastOf(world, id);
    await world.done('catalog.digital.codes.add', { productId: id, codes: ['A'] });
    const back = await world.run('catalog.product.setDigital', inverse?.payload);
    expect([back.status, back.body]).toMatchObject([409, { code: 'codes_conflict', currentCodes: 1 }]);
    expect((await get(id)).digital.kind).toBe('code_pool');
  });

  test('what contradicts itself is refused where it does', async () => {
    const id = await create();
    for (const digital of [{ kind: 'link' }, { kind: 'none', url: link.url }, { kind: 'code_pool', url: link.url }]) {
      const wrong = () => set(id, { digital });
      expect([await said(wrong()), await faultsOf(wrong())]).toEqual(['400 invalid_request', ['/payload/digital/url']]);
    }
    for (const wrong of [
      {},
      { digital: { kind: 'link', url: 'javascript:alert(1)' } },
      { digital: { kind: 'link', url: '//example.com' } },
      { digital: { kind: 'file' } },
      { digital: null },
      { withdrawalException: 'because' },
      { requiresShipping: 'no' },
    ])
      expect([wrong, await said(set(id, wrong))]).toEqual([wrong, '400 invalid_request']);
    expect((await get(id)).rev).toBe(1);
  });
});
