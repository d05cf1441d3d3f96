import { type Agents, mintAgent, worldWithAgents } from './agents';

describe('an open proposal whose token is gone', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  const openProposal = async () => {
    const as = await mintAgent(agents.world);
    const { id } = await agents.world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 1 });
    const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 200 }, as);
    return { as, productId: id, proposalId };
  };
  const decide = (command: string, payload: object) => agents.world.run(command, payload, { as: agents.world.owner });
  const archive = (workspaceId: string | null) =>
    agents.world.done('workspace.archive', { workspaceId }, { as: agents.world.owner });

  test('is for its agent to submit as long as the token lives', async () => {
    const { proposalId } = await openProposal();
    const { hash, token } = await agents.get(proposalId);
    expect(token.usable).toBe(true);
    for (const [command, payload] of [
      ['proposal.approve', { proposalId, hash }],
      ['proposal.reject', { proposalId }],
    ] as const)
      expect(await decide(command, payload)).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
  });

  test('stays reviewable after its workspace was archived: the owner approves what it shows', async () => {
    const { proposalId, productId, as } = await openProposal();
    await archive(as.workspaceId);
    const { hash, token, state } = await agents.get(proposalId);
    expect([token.usable, state]).toEqual([false, 'open']);
    expect(await decide('proposal.approve', { proposalId, hash: 'another' })).toMatchObject({
      body: { code: 'preview_changed' },
    });
    expect(await decide('proposal.approve', { proposalId, hash })).toMatchObject({ status: 200 });
    await agents.until(proposalId, 'applied');
    expect(await agents.world.read('catalog.products.get', { params: { prd: productId } })).toMatchObject({
      price: 200,
    });
  });

  test('or rejects it', async () => {
    const { proposalId, as } = await openProposal();
    await archive(as.workspaceId);
    expect(await decide('proposal.reject', { proposalId, reason: 'Gerek kalmadı' })).toMatchObject({
      status: 200,
      body: { result: { state: 'rejected' } },
    });
  });

  test('is decided the same way when its token expired', async () => {
    const { proposalId, as } = await openProposal();
    await agents.world.sql(`UPDATE access_token SET expires_at = now() - interval '1 s' WHERE id = '${as.id}'`);
    const { hash } = await agents.get(proposalId);
    expect(await decide('proposal.approve', { proposalId, hash })).toMatchObject({ status: 200 });
    await agents.until(proposalId, 'applied');
  });
});

describe('a stated rev', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  test('is held against the proposal by everything that moves one', async () => {
    const { world } = agents;
    const owner = world.owner;
    const { id } = await world.done('catalog.product.create', { title: 'Cezve', price: 100, stock: 1 });
    const { proposalId, itemId } = await agents.propose('catalog.price.set', { targetId: id, price: 200 });
    const later = await agents.propose('catalog.stock.set', { targetId: id, stock: 3 });
    const rev = async (): Promise<number> => (await agents.get(proposalId)).rev;
    const stale = { status: 409, body: { code: 'rev_conflict' } };
    const steps: [command: string, payload: object][] = [
      ['proposal.submit', {}],
      ['proposal.reject', {}],
      ['proposal.approve', { hash: (await agents.get(proposalId)).hash }],
    ];
    for (const [command, payload] of steps) {
      const expectedRev = (await rev()) + 1;
      expect([command, await world.run(command, { proposalId, ...payload, expectedRev }, { as: owner })]).toMatchObject(
        [command, { ...stale, body: { currentRev: expectedRev - 1 } }],
      );
      if (command === 'proposal.reject') continue;
      if (command === 'proposal.approve') await world.done('catalog.price.set', { targetId: id, price: 150 });
      expect(
        await world.run(command, { proposalId, ...payload, expectedRev: await rev() }, { as: owner }),
      ).toMatchObject({ status: 200 });
    }
    await agents.until(proposalId, 'paused');
    const route = world.platform.services.capabilities.routes.find((found) => found.id === 'proposals.resume');
    const resume = async (expectedRev: number) =>
      world.dispatcher.route(route as never, owner, {
        params: { prp: proposalId },
        query: {},
        body: { skip: [itemId] },
        expectedRev,
      });
    const paused = await rev();
    const skip = (expectedRev: number) =>
      world.run('proposal.item.skip', { proposalId, itemId: later.itemId, expectedRev }, { as: owner });
    expect(await skip(paused - 1)).toMatchObject(stale);
    expect(await skip(paused)).toMatchObject({ status: 200, body: { result: { rev: paused + 1, state: 'paused' } } });
    expect(await resume(paused)).toMatchObject(stale);
    expect(await world.run('proposal.withdraw', { proposalId, expectedRev: paused }, { as: owner })).toMatchObject(
      stale,
    );
    expect(await resume(paused + 1)).toMatchObject({ status: 200 });
    expect(await agents.until(proposalId, 'applied')).toMatchObject({ items: { skipped: 2 } });
    const audits = await world.read('audit.list', { query: { entity: proposalId } as never });
    expect(audits.items.map(({ command }: { command: string }) => command)).toEqual(
      expect.arrayContaining([
        'proposal.submit',
        'proposal.approve',
        'proposal.pause',
        'proposal.item.skip',
        'proposals.resume',
        'proposal.finish',
      ]),
    );
  });
});
