import { newId } from '../../src/kernel/ids';
import { mintAgent } from '../proposal/agents';
import { envelope, openSite, type Site } from '../surfaces/site';
import { lastOf, replyOf, said } from '../world/story';

describe('workspace.archive', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.close());

  const post = async (path: string, body: object) => site.call('POST', path, { session: await site.login(), body });
  const run = async (command: string, payload: object) =>
    site.call('POST', '/v1/commands', {
      session: await site.login(),
      body: envelope(site.world.storeId, command, payload),
    });
  /** Every change that the latest audit row of a command names. */
  const traced = async (command: string) => {
    const { items } = await site.world.read('audit.list', { query: { limit: 50 } });
    return items.find((row: { command: string }) => row.command === command).changes;
  };

  test('ends every token of it, and tells of each', async () => {
    const { workspace, tokenInfo, token } = (await post('/v1/workspaces', { name: 'Kısa' })).body;
    const second = (await post('/v1/tokens', { kind: 'agent', workspaceId: workspace.id })).body;
    await run('workspace.archive', { workspaceId: workspace.id });
    const archived = await traced('workspace.archive');
    expect(archived.map(({ entity, id }: { entity: string; id: string }) => [entity, id]).toSorted()).toEqual(
      [
        ['workspace', workspace.id],
        ['token', tokenInfo.id],
        ['token', second.id],
      ].toSorted(),
    );
    for (const secret of [token, second.token])
      expect((await site.call('GET', '/v1/tokens/me', { token: secret })).status).toBe(401);
  });

  test('what its agents submitted stays for the owner to decide, and is applied if he says so', async () => {
    const { world } = site;
    const agent = await mintAgent(world);
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 1 });
    const { body } = await world.run('catalog.price.set', { targetId: id, price: 2 }, { as: agent });
    const { proposalId } = body as { proposalId: string };
    await world.done('proposal.submit', { proposalId }, { as: agent });
    await world.done('workspace.archive', { workspaceId: agent.workspaceId }, { as: world.owner });
    const proposal = await world.read('proposals.get', { params: { prp: proposalId } });
    expect(proposal).toMatchObject({ state: 'submitted', token: { id: agent.id, usable: false } });
    const approve = { proposalId, hash: proposal.hash };
    expect(await world.done('proposal.approve', approve, { as: world.owner })).toMatchObject({ state: 'applying' });
  });

  test('is for good, and is done once', async () => {
    const { world } = site;
    const archive = (workspaceId: string, as = world.owner) => world.run('workspace.archive', { workspaceId }, { as });
    const { workspace } = await world.done(
      'workspace.create',
      { name: 'Kısa', kind: 'developer' },
      { as: world.owner },
    );
    const replies = await Promise.all(Array.from({ length: 4 }, () => said(archive(workspace.id))));
    expect(replies.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '409 invalid_state')]);
    expect((await replyOf(archive(workspace.id))).body).toMatchObject({ state: 'archived' });
    expect(await lastOf(world, workspace.id)).toMatchObject({
      changes: [{ entity: 'workspace', before: { archivedAt: null }, after: { archivedAt: expect.any(String) } }],
      inverse: null,
    });
    expect(await said(archive(newId('wsp')))).toBe('404 not_found');
    expect(await said(archive('main'))).toBe('400 invalid_request');
    expect(await said(archive(workspace.id, world.other.owner))).toBe('404 not_found');
  });
});
