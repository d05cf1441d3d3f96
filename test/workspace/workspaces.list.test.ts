import { pagesOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('workspaces.list', () => {
  let world: World;
  const ids: string[] = [];
  beforeAll(async () => {
    world = await createWorld();
    for (const [name, kind] of [
      ['Fiyat ajanı', 'agent'],
      ['Tema', 'developer'],
      ['Eski', 'agent'],
    ] as const)
      ids.push((await world.done('workspace.create', { name, kind }, { as: world.owner })).workspace.id);
    await world.done('workspace.archive', { workspaceId: ids[2] }, { as: world.owner });
  });
  afterAll(() => world.close());

  const list = (query: object = {}, as = world.developer) =>
    world.read('workspaces.list', { query: query as never, as });
  const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

  test('the draft of the store comes first, then workspaces as they were made, the archived too', async () => {
    const { items } = await list();
    expect(items).toMatchObject([
      { id: 'main', kind: 'main', name: 'Kahve Dükkânı', archivedAt: null, draftRev: null, sandbox: 'none' },
      { id: ids[0], kind: 'agent', name: 'Fiyat ajanı', archivedAt: null },
      { id: ids[1], kind: 'developer', name: 'Tema' },
      { id: ids[2], kind: 'agent', archivedAt: expect.any(String) },
    ]);
    expect((await list({}, world.other.owner)).items).toMatchObject([{ id: 'main', name: 'Öteki Dükkân' }]);
  });

  test.each([1, 2, 3, 4])('pages of %i have as many, and show each once', async (limit) => {
    const pages = await pagesOf<{ id: string }>(list, { limit });
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(limit);
    expect(idsOf(pages.flat())).toEqual(['main', ...ids]);
    expect(pages).toHaveLength(Math.ceil(4 / limit));
  });

  test('a cursor of another list is refused', async () => {
    const { nextCursor } = await world.read('tokens.list', { query: { limit: 1 } });
    expect(await said(list({ cursor: nextCursor }))).toBe('400 invalid_request');
    expect(await said(list({}, { ...world.developer, scopes: new Set(['catalog:read']) }))).toBe('403 forbidden_scope');
  });
});
