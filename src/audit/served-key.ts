import type { Queryable } from '../kernel/database/queryable';
import type { Principal } from '../kernel/declaration/principal';
import type { Digests } from '../kernel/personal/digests';
import { type SpentKey, spentKeys } from './store';
import { undoKey } from './undo-key';

/** The run that stands under a key: the undo was done, or it is proposed and not decided. */
export interface FirstRun {
  readonly auditId: string;
  readonly outcome: 'done' | 'proposed';
}

export interface UndoServed {
  readonly key: string;
  readonly firstRun: FirstRun | null;
}

/** Nearly every row is served its first key; one that was attacked or is refused again and again takes few rounds all the same. */
const ATTEMPTS_GROWTH = 8;

/**
 * The key that the log serves for each row: the first one that was not used up in vain. A key may be used up without taking the row back: by
 * somebody else's command, a refused try or another token's proposal. That must not keep the owner of the row from undoing it.
 */
export async function servedKeys(
  db: Queryable,
  digests: Digests,
  { id: readerId, storeId }: Pick<Principal, 'id' | 'storeId'>,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, UndoServed>> {
  const served = new Map<string, UndoServed>();
  let open = rowIds;
  for (let from = 0, count = 1; open.length > 0; from += count, count *= ATTEMPTS_GROWTH) {
    const attempts = open.flatMap((rowId) =>
      Array.from({ length: count }, (_, index) => ({ rowId, key: undoKey(digests, storeId, rowId, from + index) })),
    );
    const spent = new Map((await spentKeys(db, storeId, readerId, attempts)).map((run) => [run.key, run]));
    for (const { rowId, key } of attempts) {
      const run = spent.get(key);
      if (!served.has(rowId) && run?.outcome !== 'void') served.set(rowId, { key, firstRun: firstRunOf(run) });
    }
    open = open.filter((rowId) => !served.has(rowId));
  }
  return served;
}

function firstRunOf(run: SpentKey | undefined): FirstRun | null {
  if (!run || run.outcome === 'void') return null;
  return { auditId: run.auditId, outcome: run.outcome };
}
