import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { CapabilityIndex } from '../../kernel/declaration/capability-index';
import type { Route } from '../../kernel/declaration/route';
import type { WorkServices } from '../../kernel/declaration/services';
import { termsOf } from '../contract/job';
import type { Flaw, JobKind, JobOf } from './declaration';
import type { JobRow } from './table';

export interface JobDependencies {
  readonly bus: CommandBus;
  readonly database: Database;
  readonly services: WorkServices;
}

export interface JobProgress {
  readonly done: number;
  readonly total: number | null;
  readonly failed: number;
  /** True when nothing is left to do: all of it is written, or the job has been ended. */
  readonly finished: boolean;
  /** The owner was faster than the end. */
  readonly cancelled: boolean;
}

export interface StepOptions {
  readonly signal: AbortSignal;
  readonly until: () => boolean;
  /** Called when the provider has answered: the step is alive, although it has written nothing yet. */
  readonly onAnswer: () => void;
  /** Called at the beginning and whenever something is written. */
  readonly onProgress: (progress: JobProgress) => void;
  /** Called with the error of an item, when it was no refusal. */
  readonly onItemFailure: (error: unknown) => void;
}

/** The work of a job of one kind. Its turn, its waiting, its patience and its end are the same for all kinds. */
export interface JobSteps<K extends JobKind = JobKind> {
  readonly kind: K;
  /**
   * Works until `options.until`, the end, or an error. What is done is written together with the job's counters and position,
   * so that an attempt which is killed at any point leaves nothing half done, and the next one goes on behind it.
   * @param job as it stands; it runs, and has something left
   * @throws what the provider answers with, {@link Refusal}
   */
  step(dependencies: JobDependencies, storeId: string, job: JobOf<K>, options: StepOptions): Promise<JobProgress>;
  /**
   * Asked of a job that has done all it had to, with errors, where its kind does not judge it by its progress.
   * @returns undefined when it has succeeded all the same @default it has
   */
  flawOf?(dependencies: JobDependencies, storeId: string, jobId: string): Promise<Flaw | undefined>;
}

type Progressing = Pick<JobRow, 'done' | 'total' | 'failed' | 'exhausted' | 'state'>;

export const progressOf = ({ done, total, failed, exhausted, state }: Progressing): JobProgress => ({
  done,
  total,
  failed,
  finished: exhausted || state !== 'running',
  cancelled: state === 'cancelled' || state === 'cancelling',
});

/** The capability in whose name the commands of a kind's jobs are issued. @throws of a kind that is not known, or that nobody asks for */
export function issuerOf({ routes }: Pick<CapabilityIndex, 'routes'>, kind: string): Route {
  const askedBy = termsOf(kind)?.askedBy;
  const issuer = routes.find(({ id }) => id === askedBy);
  if (!issuer) throw new Error(`no capability asks for ${kind}`);
  return issuer;
}
