import type { Principal } from '../../src/kernel/declaration/principal';
import type { Scope } from '../../src/kernel/declaration/scopes';
import { closedWithout } from '../../src/kernel/schema/closed';
import { closed, label, object, t } from '../../src/kernel/schema/schema';
import { applyNextItem } from '../../src/proposal/apply';
import { type Agents, mintAgent, worldWithAgents } from '../proposal/agents';

const CLOSED = { closed: 'to_agents' };
const OWN = '424242';
const NEW = '717171';

describe('the configuration of an extension', () => {
  let agents: Agents;
  let agent: Principal;
  beforeAll(async () => {
    agents = await worldWithAgents();
    const { world } = agents;
    agent = { ...agents.agent, scopes: new Set([...agents.agent.scopes, 'store:admin']) };
    await world.done('extension.install', { extension: 'trendyol' }, { as: world.owner });
    await world.done('extension.configure', configured(OWN), { as: world.owner });
    await world.done('extension.configure', configured('535353'), { as: world.owner });
  });
  afterAll(() => agents.close());

  const configured = (sellerId: string) => ({ extension: 'trendyol', config: { sellerId } });
  const expectClosed = (told: unknown) => {
    const text = JSON.stringify(told);
    for (const sellerId of [OWN, '535353', NEW]) expect(text).not.toContain(sellerId);
    expect(text).toContain('to_agents');
  };

  test('is shown to no agent that looks what a call would do, or proposes it', async () => {
    const { world } = agents;
    const tried = await world.run('extension.configure', configured(NEW), { as: agent, dryRun: true });
    expect(tried.body).toMatchObject({
      preview: { changes: [{ id: 'trendyol', field: 'config', before: CLOSED, after: CLOSED }], result: CLOSED },
    });
    expectClosed(tried);
    const proposed = await world.run('extension.configure', configured(NEW), { as: agent });
    expect([proposed.status, proposed.body]).toMatchObject([202, { preview: { changes: [{ before: CLOSED }] } }]);
    expectClosed(proposed);
    const { proposalId } = proposed.body as { proposalId: string };
    expectClosed(await agents.get(proposalId, agent));
    // Its owner decides on what he sees.
    const [item] = (await agents.get(proposalId)).list;
    expect(item).toMatchObject({
      payload: { config: { sellerId: NEW } },
      preview: { changes: [{ before: { sellerId: '535353' }, after: { sellerId: NEW } }] },
    });
  });

  test('is not told by what a call would do: one that changes nothing looks like any other', async () => {
    const { world } = agents;
    const tried = async (sellerId: string) =>
      (await world.run('extension.configure', configured(sellerId), { as: agent, dryRun: true })).body;
    const asOwner = await world.run('extension.configure', configured('535353'), { as: world.owner, dryRun: true });
    expect(asOwner.body).toMatchObject({ preview: { changes: [], bumpsGeneration: false } });
    expect(await tried('535353')).toEqual(await tried('900001'));

    const proposed = async (sellerId: string) => {
      const as = { ...(await mintAgent(world)), scopes: agent.scopes };
      const { proposalId, preview } = await agents.propose('extension.configure', configured(sellerId), as);
      const { id: _item, recordedAt: _at, ...item } = (await agents.get(proposalId, as)).list[0];
      return { preview, item };
    };
    expect(await proposed('535353')).toEqual(await proposed('900001'));
  });

  test('is not told by the rev that an open proposal comes to', async () => {
    const { world } = agents;
    const told = async (sellerId: string) => {
      const as = { ...(await mintAgent(world)), scopes: agent.scopes };
      await agents.propose('extension.configure', configured(sellerId), as);
      const answers: string[] = [];
      for (const expectedRev of [1, 2, 3, 4, 5]) {
        const asked = world.run('extension.configure', { ...configured(NEW), expectedRev }, { as, dryRun: true });
        answers.push(await asked.then(({ status }) => `${status}`, String));
      }
      return answers;
    };
    const guessed = await told('535353');
    expect([guessed[2], guessed[3]]).toEqual(['200', expect.stringContaining('trendyol is at rev 3, not 4')]);
    expect(await told('900001')).toEqual(guessed);
  });

  test('is seen by another token with the scope that opens it, and by none without', async () => {
    const { world } = agents;
    const { proposalId } = await agents.propose('extension.configure', configured(NEW), agent);
    const developer = (...scopes: Scope[]) => ({ ...world.developer, scopes: new Set(scopes) });
    const lacking = { closed: 'store:admin' };
    const [hidden] = (await agents.get(proposalId, developer('proposals:write'))).list;
    expect(hidden).toMatchObject({ payload: { config: lacking }, preview: { changes: [{ before: lacking }] } });
    expect(JSON.stringify(hidden)).not.toMatch(/535353|717171/);
    const [shown] = (await agents.get(proposalId, developer('proposals:write', 'store:admin'))).list;
    expect(shown.payload).toMatchObject(configured(NEW));
  });

  test('is in no audit row that an agent reads, and no such row is its to take back', async () => {
    const { world } = agents;
    const rows = (as: Principal) =>
      world.read('audit.list', { as, query: { command: 'extension.configure', outcome: 'done' } });
    const told = await rows(agent);
    expectClosed(told);
    expect(told.items.map(({ inverse }: { inverse: unknown }) => inverse)).toEqual([null, null]);
    const alike = [{ entity: 'extension', id: 'trendyol', before: { config: CLOSED }, after: { config: CLOSED } }];
    expect(told.items[0].changes).toMatchObject(alike);
    const [last] = (await rows(world.developer)).items;
    expect(last).toMatchObject({
      payload: { config: { sellerId: '535353' } },
      inverse: { payload: { config: { sellerId: OWN } } },
    });
  });

  test('is in no words about a proposal that pauses', async () => {
    const { world } = agents;
    const as = { ...(await mintAgent(world)), scopes: agent.scopes };
    const { proposalId } = await agents.propose('extension.configure', configured(NEW), as);
    await agents.submit(proposalId, as);
    await world.done('extension.configure', configured('616161'), { as: world.owner });
    await agents.approve(proposalId);
    const services = { bus: world.bus, services: world.platform.services, report: () => {} };
    const { line } = await applyNextItem(services, { storeId: world.storeId, proposalId, attempt: 1 });
    const why = 'paused at item 1 of 1: what only people see of it is not what it was when proposed';
    expect(line).toBe(why);
    expect(await agents.get(proposalId, as)).toMatchObject({ state: 'paused', pause: { message: why } });
  });
});

test('is closed under every name of a record, too', () => {
  const schema = object({
    settings: t.Record(t.String(), closed('store:admin')(label('Ayar', 'Setting')(t.String()))),
  });
  const { without } = closedWithout(['store:admin'], () => ({ closed: 'to_agents' }));
  expect(without(schema, { settings: { any: 'a', other: 'b' } })).toEqual({
    settings: { any: CLOSED, other: CLOSED },
  });
});
