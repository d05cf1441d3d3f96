import type { Principal } from '../../src/kernel/declaration/principal';
import { registry } from '../../src/registry';
import { mintAgent } from '../proposal/agents';
import { foretold, foretoldCall } from '../proposal/foretold';
import { createWorld, type World } from '../world/world';
import { exampleOf } from './call';

const limits = { priceChangePercent: 20, neverCommands: ['catalog.product.archive'] };

describe('a dry run says what the live call meets', () => {
  let world: World;
  let developer: Principal;
  const agentOf = (more: object = {}) => mintAgent(world, { limits: { ...limits, ...more } });
  const product = (more: object = {}) =>
    world.done('catalog.product.create', { title: 'Cezve', price: 10_000, stock: 5, ...more });
  beforeAll(async () => {
    world = await createWorld();
    const payload = { kind: 'developer', scopes: ['catalog:write', 'proposals:write', 'store:admin'], limits };
    const token = await world.done('token.mint', payload, { as: world.owner });
    developer = { ...world.developer, id: token.id, scopes: new Set(token.scopes), limits: token.limits };
  });
  afterAll(() => world.close());

  const commands = registry.commands.map((command) => [command.id, command] as const);
  test.each(commands)('%s, to everyone', async (id, { example }) => {
    for (const as of [world.owner, developer, await agentOf()]) await foretold(world, id, example, { as });
  });

  const routes = registry.routes.filter(({ writes, id }) => writes && id !== 'commands.run');
  test.each(routes.map((route) => [route.id, route] as const))('%s, to everyone', async (id, route) => {
    const { params = {}, body = {} } = exampleOf(route);
    const input = { params, query: {}, body };
    for (const as of [world.owner, developer, await agentOf()])
      await foretoldCall(id, (dryRun) => world.dispatcher.route(route, as, { ...input, dryRun }));
  });

  test('on top of what the proposal of the agent holds', async () => {
    const agent = await agentOf();
    const created = await foretold(world, 'catalog.product.create', { title: 'Fincan', price: 100 }, { as: agent });
    const { id: targetId } = (created.body as { preview: { result: { id: string } } }).preview.result;
    for (const delta of [3, 4]) {
      const { id } = await product();
      await foretold(world, 'catalog.stock.adjust', { targetId: id, delta }, { as: agent });
      const { body } = await foretold(world, 'catalog.stock.adjust', { targetId: id, delta }, { as: agent });
      const { changes } = (body as { preview: { changes: { field: string; before: number; after: number }[] } })
        .preview;
      expect(changes.find(({ field }) => field === 'stock')).toMatchObject({ before: 5 + delta, after: 5 + 2 * delta });
    }
    expect(await foretold(world, 'catalog.price.set', { targetId, price: 119 }, { as: agent })).toMatchObject({
      status: 202,
    });
    expect(await foretold(world, 'catalog.price.set', { targetId, price: 200 }, { as: agent })).toMatchObject({
      body: { code: 'limit_exceeded' },
    });
  });

  test('when the proposal is full', async () => {
    const agent = await agentOf({ itemsPerProposal: 1 });
    const { id } = await product();
    const adjust = () => foretold(world, 'catalog.stock.adjust', { targetId: id, delta: 1 }, { as: agent });
    expect((await adjust()).status).toBe(202);
    expect(await adjust()).toMatchObject({ status: 422, body: { code: 'limit_exceeded' } });
  });

  test('when the rev that is stated is another one, or guards nothing', async () => {
    const { id, rev } = await product();
    const agent = await agentOf();
    for (const as of [agent, developer, world.owner]) {
      const set = (expectedRev: number) =>
        foretold(world, 'catalog.price.set', { targetId: id, price: 10_100 }, { as, expectedRev });
      expect(await set(rev + 7)).toMatchObject({ status: 409, body: { code: 'rev_conflict' } });
      const adjust = { targetId: id, delta: 1 };
      const unguarded = await foretold(world, 'catalog.stock.adjust', adjust, { as, expectedRev: rev });
      expect(unguarded).toMatchObject({ status: 400 });
    }
    const price = (amount: number, expectedRev: number) =>
      foretold(world, 'catalog.price.set', { targetId: id, price: amount }, { as: agent, expectedRev });
    // Its own items move the rev for those that follow, and not in the store.
    expect(await price(10_200, rev)).toMatchObject({ status: 202 });
    expect(await price(10_300, rev)).toMatchObject({ status: 202 });
    expect(await price(10_400, rev + 1)).toMatchObject({ status: 409 });
    expect(await price(10_400, rev + 2)).toMatchObject({ status: 202 });
  });

  test('when the change goes beyond the day of a developer token: it would be proposed', async () => {
    const { id } = await product();
    const set = (price: number) => foretold(world, 'catalog.price.set', { targetId: id, price }, { as: developer });
    expect((await set(11_900)).status).toBe(200);
    expect((await set(12_900)).status).toBe(202);
  });

  test('and leaves nothing, no proposal either', async () => {
    const agent = await agentOf();
    const { id } = await product();
    const payload = { targetId: id, delta: 1 };
    const { body } = await world.run('catalog.stock.adjust', payload, { as: agent, dryRun: true });
    expect(body).toMatchObject({ dryRun: true, wouldPropose: true });
    expect((await world.read('proposals.list', { as: agent })).items).toEqual([]);
  });
});
