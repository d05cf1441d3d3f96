import fc from 'fast-check';
import { newId } from '../../src/kernel/ids';
import {
  accepted,
  applied,
  commented,
  finalStates,
  heldUp,
  isOver,
  isStarted,
  itemMoves,
  leftRunning,
  type MovedItem,
  settled,
  skipped,
  started,
} from '../../src/proposal/item/state';
import { type ItemState, itemStates } from '../../src/proposal/item/table';
import { itemsOf, moveItem } from '../../src/proposal/store';
import type { ItemRow } from '../../src/proposal/view';
import { runsOf } from '../world/runs';
import { type Agents, worldWithAgents } from './agents';

const at = new Date('2026-03-01T09:00:00.000Z');
const problem = { code: 'internal' } as never;
const awaited = { auditId: 'aud_1', result: { id: 'cjb_1' } };
const hold = (state: ItemRow['state']) => (item: ItemRow) => heldUp(item, { state, currentPreview: null, problem });

/** Every way in which an item moves, and where it leads; whatever is called on an item that does not move so is refused. */
const moves: Readonly<Record<string, (item: ItemRow) => MovedItem>> = {
  apply: (item) => applied(item, 'aud_1', at),
  start: (item) => started(item, awaited),
  stale: hold('stale'),
  refuse: hold('refused'),
  fail: hold('failed'),
  suspend: hold('started'),
  skip: (item) => skipped(item),
  accept: (item) => accepted(item, { ...item.preview, hash: 'seen' }, 'schema'),
  comment: (item) => commented(item, 'Sağ olun.'),
  settle: (item) => settled(item, at),
  leave: (item) => leftRunning(item),
};
const WAITING = ['pending', 'stale', 'refused', 'failed'];
const leads: Readonly<Record<string, (from: ItemState) => ItemState | undefined>> = {
  apply: (from) => (WAITING.includes(from) ? 'applied' : undefined),
  start: (from) => (WAITING.includes(from) ? 'started' : undefined),
  stale: (from) => (WAITING.includes(from) || from === 'started' ? 'stale' : undefined),
  refuse: (from) => (WAITING.includes(from) || from === 'started' ? 'refused' : undefined),
  fail: (from) => (WAITING.includes(from) || from === 'started' ? 'failed' : undefined),
  suspend: (from) => (from === 'started' ? 'started' : undefined),
  skip: (from) => (WAITING.includes(from) ? 'skipped' : undefined),
  accept: (from) => (WAITING.includes(from) ? from : undefined),
  comment: (from) => (WAITING.includes(from) ? from : undefined),
  settle: (from) => (from === 'started' ? 'applied' : undefined),
  leave: (from) => (from === 'started' ? 'left_running' : undefined),
};

function expectWhole(item: ItemRow, before: ItemRow): void {
  const { state, auditId, appliedAt, awaited, failures, objects, uploads } = item;
  expect([auditId !== null, appliedAt !== null]).toEqual([state === 'applied', state === 'applied']);
  if (state === 'started' || state === 'left_running') expect(awaited).not.toBeNull();
  else if (state !== 'applied') expect(awaited).toBeNull();
  expect(failures - before.failures).toBe(Number(isStarted(before) && WAITING.includes(state)));
  if (isOver(item)) expect([objects, uploads]).toEqual([[], []]);
}

describe('the states of an item', () => {
  test('lead on from all but those in which nothing becomes of it any more', () => {
    expect(finalStates.toSorted()).toEqual(['applied', 'dropped', 'left_running', 'skipped']);
    const reached = new Set<ItemState>(Object.values(itemMoves).flatMap(({ to }) => to));
    expect(itemStates.filter((state) => !reached.has(state))).toEqual([]);
  });

  describe('of a row', () => {
    let agents: Agents;
    beforeAll(async () => {
      agents = await worldWithAgents();
    });
    afterAll(() => agents.close());

    test('follow one another as told, whatever is tried in whatever order, and Postgres holds them', async () => {
      const { proposalId, itemId } = await agents.proposedPrice();
      const { bus, storeId } = agents.world;
      await bus.inTransaction(storeId, async (tx) => {
        const read = async () => (await itemsOf(tx, storeId, proposalId, [itemId]))[0] as ItemRow;
        const recorded = { ...(await read()), objects: [newId('obj')], uploads: [newId('upl')] };
        const tried = fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(moves))), async (names) => {
          await tx.savepoint(async () => {
            let item: ItemRow = recorded;
            for (const name of names) {
              const to = leads[name]?.(item.state);
              const move = () => moves[name]?.(item) as MovedItem;
              if (to === undefined) {
                expect(move).toThrow(expect.objectContaining({ code: 'invalid_state' }));
                continue;
              }
              const moved = move();
              expect(moved.after.state).toBe(to);
              await moveItem(tx, storeId, moved);
              const row = await read();
              expect(row).toEqual(moved.after);
              expectWhole(row, item);
              item = row;
            }
            return { keep: false, value: undefined };
          });
        });
        await fc.assert(tried, { numRuns: runsOf(60) });
        return { keep: false, value: undefined };
      });
    });

    test('are written only from where the item is: a move that was decided on something else writes nothing', async () => {
      const { proposalId, itemId } = await agents.proposedPrice();
      const { bus, storeId } = agents.world;
      await bus.inTransaction(storeId, async (tx) => {
        const [item] = (await itemsOf(tx, storeId, proposalId, [itemId])) as [ItemRow];
        await moveItem(tx, storeId, skipped(item));
        await expect(moveItem(tx, storeId, applied(item, 'aud_1', at))).rejects.toThrow('is not pending any more');
        expect(await itemsOf(tx, storeId, proposalId, [itemId])).toMatchObject([{ state: 'skipped' }]);
        return { keep: false, value: undefined };
      });
    });
  });
});
