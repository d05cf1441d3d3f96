import type { MutationContext } from '../../kernel/declaration/context';
import type { JobEnd } from '../contract/state';
import { saveEnd } from '../job/store';
import { type JobRow, job } from '../job/table';
import { progressView } from './view';

/**
 * Ends an open job: its row, and its audit row. The audit row also tells the progress, since no earlier one did.
 * @returns the row as it stands then
 */
export function ended<Before extends JobRow>(
  { tx, storeId, record, now }: Pick<MutationContext, 'tx' | 'storeId' | 'record' | 'now'>,
  before: Before,
  { state, error }: JobEnd,
): Before {
  saveEnd(tx, storeId, before, { state, error }, now);
  const { id, extension } = before;
  record(
    job.word,
    id,
    { state: before.state },
    { state, progress: progressView(before), ...(error ? { error } : {}) },
    { extension },
  );
  return {
    ...before,
    state,
    error,
    objects: [],
    waitingFor: null,
    waitingReason: null,
    waitingUntil: null,
    finishedAt: now.toISOString(),
  };
}
