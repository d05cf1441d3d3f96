import { lastOf, said, undoLast } from '../world/story';
import { createWorld, type World } from '../world/world';

const SET = 'settings.flag.set';

describe('settings.flag.set', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const isDone = async (flag: string): Promise<boolean> =>
    (await world.read('store.health.get')).points.find(({ point }: { point: string }) => point === flag).done;

  test('marks a step as ready, and as not ready', async () => {
    expect(await isDone('etbis')).toBe(false);
    const { setAt } = await world.done(SET, { flag: 'etbis', set: true });
    expect(await isDone('etbis')).toBe(true);
    expect(await world.done(SET, { flag: 'etbis', set: true })).toEqual({ flag: 'etbis', set: true, setAt });
    expect(await world.done(SET, { flag: 'etbis', set: false })).toEqual({ flag: 'etbis', set: false, setAt: null });
    expect(await isDone('etbis')).toBe(false);
    expect((await lastOf(world, 'etbis')).changes).toMatchObject([{ entity: 'readinessFlag', id: 'etbis' }]);
  });

  test('is taken back, both ways', async () => {
    await world.done(SET, { flag: 'testOrder', set: true });
    expect(await undoLast(world, 'testOrder')).toBe('undone');
    expect(await isDone('testOrder')).toBe(false);
    expect(await undoLast(world, 'testOrder')).toBe('undone');
    expect(await isDone('testOrder')).toBe(true);
  });

  test('two at the same moment mark it once', async () => {
    const both = await Promise.all([1, 2].map(() => world.run(SET, { flag: 'etbis', set: true })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await isDone('etbis')).toBe(true);
  });

  test('is held against the mark that its caller saw', async () => {
    const { setAt } = await world.done(SET, { flag: 'etbis', set: true, expectedSetAt: null });
    expect(await said(world.run(SET, { flag: 'etbis', set: false, expectedSetAt: null }))).toBe('409 rev_conflict');
    await world.done(SET, { flag: 'etbis', set: false, expectedSetAt: setAt });
    expect(await isDone('etbis')).toBe(false);
  });

  test('knows no other steps', async () => {
    expect(await said(world.run(SET, { flag: 'everything', set: true }))).toBe('400 invalid_request');
  });
});
