import { finishProposal, pauseProposal } from '../../src/proposal/moves';
import pause from '../../src/proposal/proposal.pause';
import { lockProposal, nextItem } from '../../src/proposal/store';
import type { ItemRow } from '../../src/proposal/view';
import { type Agents, worldWithAgents } from './agents';

/** No worker runs: what an application would do is done here. */
let agents: Agents;
let proposalId: string;
beforeAll(async () => {
  agents = await worldWithAgents();
});
beforeEach(async () => {
  const { id } = await agents.world.done('catalog.product.create', { title: 'Cezve', price: 100 });
  const recorded = await agents.propose('catalog.price.set', { targetId: id, price: 200 });
  proposalId = recorded.proposalId;
  await agents.submit(proposalId);
  await agents.approve(proposalId);
});
afterAll(() => agents.close());

const inProposal = <T>(work: (moving: Parameters<typeof pauseProposal>[0]) => Promise<T>): Promise<T> => {
  const { bus, storeId } = agents.world;
  return bus.inTransaction(storeId, async (tx) => ({ keep: true, value: await work({ bus, tx, storeId }) }));
};
const rowsOf = async (command: string) =>
  (await agents.world.read('audit.list', { query: { command, entity: proposalId } as never })).items;
const byWorkflow = () => ({ kind: 'system', id: `proposal/${proposalId}` });

describe('proposal.pause', () => {
  const held = { reason: 'stale', currentPreview: null, problem: null, why: 'fiyat değişti' } as const;
  const pauseIt = () =>
    inProposal(async (moving) => {
      const proposal = await lockProposal(moving.tx, moving.storeId, proposalId);
      const item = (await nextItem(moving.tx, moving.storeId, proposalId)) as ItemRow;
      return { message: await pauseProposal(moving, proposal, item, held), item };
    });

  test('is issued by the workflow, with what stands behind it', async () => {
    const { message, item } = await pauseIt();
    expect(message).toBe('paused at item 1 of 1: fiyat değişti');
    expect(await agents.get(proposalId)).toMatchObject({ state: 'paused', pause: { itemId: item.id, message } });
    const [row, ...others] = await rowsOf('proposal.pause');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      actor: byWorkflow(),
      outcome: 'done',
      payload: { proposalId, itemId: item.id },
      cause: { proposalId, itemId: item.id, approvedBy: agents.world.owner.id },
    });
  });

  test('a step of the workflow that is issued again is answered, and nothing is done twice', async () => {
    const { item } = await pauseIt();
    const reason = 'stale' as const;
    const message = 'paused at item 1 of 1: fiyat değişti';
    const again = (told: string) =>
      inProposal(({ bus, tx, storeId }) =>
        bus.issue(tx, pause, {
          storeId,
          workflowId: `proposal/${proposalId}`,
          step: 'pause/1',
          payload: {
            proposalId,
            itemId: item.id,
            state: 'stale',
            reason,
            message: told,
            currentPreview: null,
            problem: null,
          },
          cause: { proposalId },
          deferBump: true,
        }),
      );
    await expect(again('another')).rejects.toThrow('was issued as another call');
    expect(await again(message)).toEqual({ itemId: item.id, seq: 1, reason, message });
    expect(await rowsOf('proposal.pause')).toHaveLength(1);
  });
});

describe('proposal.finish', () => {
  test('is issued by the workflow', async () => {
    await inProposal(async (moving) =>
      finishProposal(moving, await lockProposal(moving.tx, moving.storeId, proposalId)),
    );
    expect(await agents.get(proposalId)).toMatchObject({ state: 'applied' });
    expect(await rowsOf('proposal.finish')).toMatchObject([
      { actor: byWorkflow(), cause: { proposalId, approvedBy: agents.world.owner.id } },
    ]);
  });
});
