import { lastOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

const POSITION_MAX = 1_000_000;

describe('catalog.category.create', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const create = (payload: object) => world.done('catalog.category.create', payload);
  const refusal = (payload: object) => said(world.run('catalog.category.create', payload));

  test('puts a new one behind the others, wherever those were moved to', async () => {
    const [first, second] = [await create({ name: 'Elbise', taksitCap: 6 }), await create({ name: 'Ayakkabı' })];
    expect([first, second]).toMatchObject([
      { position: 0, taksitCap: 6, status: 'active', rev: 1 },
      { position: 1, taksitCap: null },
    ]);
    await world.done('catalog.category.update', { categoryId: first.id, position: 40 });
    expect(await create({ name: 'Çanta' })).toMatchObject({ position: 41 });
    expect(await create({ name: 'Şal', position: 3 })).toMatchObject({ position: 3 });
    expect((await lastOf(world, first.id)).command).toBe('catalog.category.update');
  });

  test('at the last position there is, the next one shares it', async () => {
    await create({ name: 'Son', position: POSITION_MAX });
    expect(await create({ name: 'Sonraki' })).toMatchObject({ position: POSITION_MAX });
    const { items } = await world.read('catalog.categories.list');
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Son', 'Sonraki']);
    expect(await refusal({ name: 'x', position: POSITION_MAX + 1 })).toBe('400 invalid_request');
  });

  test('names are free text of up to 120 characters, the same one twice too', async () => {
    const name = `${'ığüşöç👗'.repeat(17)}x`;
    expect([...name]).toHaveLength(120);
    expect(await create({ name })).toMatchObject({ name });
    expect(await create({ name })).toMatchObject({ name, position: 1 });
    for (const wrong of ['', '   ', `${name}y`, 'a\0b', '\ud83d', 5])
      expect([wrong, await refusal({ name: wrong })]).toEqual([wrong, '400 invalid_request']);
  });

  test('a cap of instalments is 1 to 12, or none', async () => {
    expect(await create({ name: 'x', taksitCap: 12 })).toMatchObject({ taksitCap: 12 });
    expect(await create({ name: 'x', taksitCap: null })).toMatchObject({ taksitCap: null });
    for (const taksitCap of [0, 13, 1.5, '6'])
      expect([taksitCap, await refusal({ name: 'x', taksitCap })]).toEqual([taksitCap, '400 invalid_request']);
  });

  test('ten that are created at once are all there, and later ones come behind them', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, (_, index) => create({ name: `K${index}` })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(10);
    const highest = Math.max(...made.map(({ position }) => position));
    expect(await create({ name: 'Sonra' })).toMatchObject({ position: highest + 1 });
  });

  test('audit tells what was made, and taking it back archives it', async () => {
    const { id } = await create({ name: 'Elbise', taksitCap: 3 });
    expect(await lastOf(world, id)).toMatchObject({
      command: 'catalog.category.create',
      changes: [
        {
          entity: 'category',
          id,
          before: null,
          after: { name: 'Elbise', taksitCap: 3, position: 0, status: 'active' },
        },
      ],
      inverse: { command: 'catalog.category.archive', payload: { categoryId: id, expectedRev: 1 } },
    });
  });
});
