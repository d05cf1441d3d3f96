import type { MutationContext } from '../../kernel/declare';
import { refuse } from '../../kernel/errors';
import { channelJob, laneOf } from './contract';
import { type FoundJob, findJob, insertJob, openJobsBeforeOneMore } from './store';
import { type JobRow, job } from './table';

/** How many jobs may stand in one queue: who asks for one more waits for the end of all of them. */
const OPEN_JOBS_MAX = 20;

type Asked = Pick<JobRow, 'extension' | 'kind' | 'mode'>;

/**
 * Asks for a job: its row, and the start of its workflow.
 *
 * The limit is that of a lane, whose jobs run one at a time. Jobs of other lanes neither wait for these nor make them wait, so a queue
 * of imports refuses no job of another kind.
 * @param extensionName what people call the extension
 * @throws {Refusal} invalid_state when as many wait already
 */
export async function askForJob(
  {
    tx,
    storeId,
    principal,
    now,
    newId,
    record,
    effects,
  }: Pick<MutationContext, 'tx' | 'storeId' | 'principal' | 'now' | 'newId' | 'record' | 'effects'>,
  asked: Asked,
  extensionName: string,
): Promise<FoundJob> {
  const { extension, kind, mode } = asked;
  const lane = laneOf(kind, asked);
  const open = await openJobsBeforeOneMore(tx, storeId, extension, lane);
  if (open >= OPEN_JOBS_MAX) {
    const message = `At most ${OPEN_JOBS_MAX} jobs of a channel wait or run at once of those that wait for each other.`;
    refuse('invalid_state', message, { facts: { openJobs: open } });
  }
  const row = { id: newId('cjb'), ...asked, lane, createdBy: principal.id, createdAt: now.toISOString() };
  insertJob(tx, storeId, row);
  record(job.word, row.id, null, job.snapshot(row));
  effects.startWorkflow(channelJob, { storeId, jobId: row.id, extension, kind, mode, extensionName });
  return findJob(tx, storeId, extension, row.id);
}
