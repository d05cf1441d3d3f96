import type { BulkAct } from '../../src/bulk/act';
import changesUndo from '../../src/bulk/bulk.changes.undo';
import pricesChange from '../../src/bulk/bulk.prices.change';
import { THINGS_MAX } from '../../src/bulk/limits';
import { systemPrincipal } from '../../src/kernel/declaration/principal';
import { newUlid } from '../../src/kernel/ids';
import type { Platform } from '../../src/platform';
import { reviewAsRecorded } from '../../src/proposal/review/as-recorded';
import { findProposal } from '../../src/proposal/store';
import { addProducts, openStore } from './stores';

/** Figures of one bulk act as large as it may be, recorded and applied by the worker, and taken back. */
export interface BulkResult {
  readonly items: number;
  readonly recordedPerSecond: number;
  readonly appliedPerSecond: number;
  /** From the call that takes it back to the last item, recording included. */
  readonly takenBackPerSecond: number;
  /** Time of the review above all items, in ms. */
  readonly reviewMs: number;
}

const OWNER = 'own_bench';
const LOOK_MS = 100;

export async function measureBulk(platform: Platform): Promise<BulkResult> {
  const { storeId } = await openStore(platform, 'Toplu');
  const products = await addProducts(platform, storeId, THINGS_MAX);
  const db = platform.database.reader(storeId);
  const ask = async (act: BulkAct, payload: object): Promise<string> => {
    const principal = systemPrincipal(storeId, OWNER);
    const { body } = await platform.bus.execute({ principal, mutation: act, payload, key: newUlid() });
    return (body as { proposalId: string }).proposalId;
  };
  const until = async (id: string, state: string) => {
    for (;;) {
      const [row] = await db.query<{ state: string; hash: string }>(
        'SELECT state, hash FROM proposal WHERE store_id = $1 AND id = $2',
        [storeId, id],
      );
      if (row?.state === state) return row;
      if (row?.state === 'paused') throw new Error(`${id} has paused`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };
  const timed = async <T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> => {
    const since = performance.now();
    const value = await work();
    return { seconds: (performance.now() - since) / 1_000, value };
  };
  const id = await ask(pricesChange, { ids: products, percent: 5, ending: 'ninety' });
  const recorded = await timed(() => until(id, 'submitted'));
  const reviewed = await timed(async () =>
    reviewAsRecorded(platform.services.capabilities, db, storeId, await findProposal(db, storeId, id)),
  );
  const approve = platform.services.capabilities.command('proposal.approve');
  if (!approve) throw new Error('there is no proposal.approve');
  await platform.bus.execute({
    principal: systemPrincipal(storeId, OWNER),
    mutation: approve,
    payload: { proposalId: id, hash: recorded.value.hash },
    key: newUlid(),
  });
  const applied = await timed(() => until(id, 'applied'));
  const undone = await timed(async () => until(await ask(changesUndo, { ids: [id] }), 'applied'));
  return {
    items: THINGS_MAX,
    recordedPerSecond: THINGS_MAX / recorded.seconds,
    appliedPerSecond: THINGS_MAX / applied.seconds,
    takenBackPerSecond: THINGS_MAX / undone.seconds,
    reviewMs: reviewed.seconds * 1_000,
  };
}
