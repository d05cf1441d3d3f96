import type { Content } from '../../kernel/declaration/content';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { channelJob } from '../contract/job';
import type { Fields, JobKind, Values } from './declaration';
import { type FoundJob, findJob, insertJob, openJobsBeforeOneMore } from './store';
import { job } from './table';

/** The most jobs in one queue. A caller who asks for one more would wait for the end of them all. */
const OPEN_JOBS_MAX = 20;

interface NewJob<I extends Fields> {
  readonly extension: string;
  /** The name of the extension, as people call it. */
  readonly extensionName: string;
  readonly input: Values<I>;
  /** Files that the job is given; they are kept until it has ended. */
  readonly files?: readonly Content[];
}

/**
 * Asks for a job: its row, and the start of its workflow.
 *
 * The limit is that of a lane, whose jobs run one at a time. Jobs of other lanes neither wait for these nor make them wait, so a queue
 * of imports refuses no job of another kind.
 * @throws {Refusal} invalid_state when as many wait already
 */
export async function askForJob<I extends Fields>(
  context: Pick<MutationContext, 'tx' | 'storeId' | 'principal' | 'now' | 'newId' | 'record' | 'effects'>,
  kind: Pick<JobKind<I>, 'begins'>,
  { extension, extensionName, input, files = [] }: NewJob<I>,
): Promise<FoundJob> {
  const { tx, storeId, principal, now, newId, record, effects } = context;
  const begun = kind.begins(input);
  const open = await openJobsBeforeOneMore(tx, storeId, extension, begun.lane);
  if (open >= OPEN_JOBS_MAX) {
    const message = `At most ${OPEN_JOBS_MAX} jobs of a channel wait or run at once of those that wait for each other.`;
    refuse('invalid_state', message, { facts: { openJobs: open } });
  }
  const row = {
    ...begun,
    id: newId('cjb'),
    extension,
    objects: files.map(({ object }) => object),
    broughtBytes: files.reduce((sum, { size }) => sum + size, 0),
    createdBy: principal.id,
    createdAt: now.toISOString(),
  };
  insertJob(tx, storeId, row);
  record(job.word, row.id, null, { ...job.snapshot(row), ...input });
  effects.startWorkflow(channelJob, { storeId, jobId: row.id, extension, kind: row.kind, input, extensionName });
  return findJob(tx, storeId, extension, row.id);
}
