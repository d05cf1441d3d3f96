import { proposalApplication } from '../../src/proposal/contract';
import { type Agents, worldWithAgents } from './agents';

describe('an application, whose steps work themselves', () => {
  let agents: Agents;
  beforeAll(async () => {
    agents = await worldWithAgents();
    await agents.startWorker();
  });
  afterAll(() => agents.close());

  test('is waited for as long as Temporal does by default, so that a busy machine finds the time to ask for more', async () => {
    const { id } = await agents.product();
    const { proposalId } = await agents.propose('catalog.price.set', { targetId: id, price: 14_990 });
    await agents.submit(proposalId);
    await agents.approve(proposalId);
    await agents.until(proposalId, 'applied');
    const handle = agents.world.platform.temporal.workflow.getHandle(proposalApplication.workflowId(proposalId));
    const { executionConfig } = (await handle.describe()).raw;
    expect(Number(executionConfig?.defaultWorkflowTaskTimeout?.seconds)).toBe(10);
  });
});
