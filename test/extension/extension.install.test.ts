import { lastOf, replyOf, said } from '../world/story';
import { createWorld, type World } from '../world/world';

describe('extension.install', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const install = (extension: string, as = world.owner) => world.run('extension.install', { extension }, { as });

  test('of owners who press the button at once, one installs it; it does nothing yet', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => said(install('trendyol'))));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '409 invalid_state')]);
    expect((await replyOf(install('trendyol'))).body).toMatchObject({ code: 'invalid_state', state: 'installed' });
    expect(await lastOf(world, 'trendyol')).toMatchObject({
      command: 'extension.install',
      changes: [
        {
          entity: 'extension',
          id: 'trendyol',
          before: null,
          after: { version: expect.any(String), enabled: false, config: {} },
        },
      ],
      inverse: { command: 'extension.uninstall', payload: { extension: 'trendyol', expectedRev: 1 } },
    });
    const pull = world.read('channel.catalog.pull', { params: { ext: 'trendyol' }, body: {} });
    expect(await said(pull)).toBe('422 extension_not_ready');
  });

  test('each store has its own', async () => {
    const reply = await install('trendyol', world.other.owner);
    expect(reply.body).toMatchObject({ result: { extension: 'trendyol', enabled: false, config: {}, rev: 1 } });
  });

  test('what there is not cannot be installed', async () => {
    expect(await said(install('n11'))).toBe('422 extension_unknown');
    const { body } = await replyOf(install('n11'));
    expect(body).toMatchObject({ detail: expect.stringMatching(/there are (.*, )?trendyol[,.]/) });
    for (const wrong of ['', 'T', 'trendyol ', '../trendyol', 'x'.repeat(41)])
      expect([wrong, await said(install(wrong))]).toEqual([wrong, '400 invalid_request']);
    expect(await said(install('trendyol', { ...world.developer, scopes: new Set(['catalog:write']) }))).toBe(
      '403 forbidden_scope',
    );
  });
});
