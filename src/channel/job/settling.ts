import type { Queryable } from '../../kernel/database/queryable';
import type { Settled, Settling } from '../../kernel/declaration/settling';
import { refuse } from '../../kernel/errors';
import type { ConflictCode, ProblemCode } from '../../kernel/problems';
import { isOpen } from '../contract/state';
import type { JobKindTerms } from '../contract/terms';
import { type FoundJob, findJob } from './store';

/** Codes with which a caller is refused who waits for a job that asks its marketplace once. */
export const onceRefusals = ['not_offered', 'provider_refused', 'provider_answer_invalid', 'outcome_unknown'] as const;

interface JobAnswer<Result> {
  /** The call's answer about its job, as the job stands. */
  answer(db: Queryable, storeId: string, job: FoundJob): Result | Promise<Result>;
  /** Codes of errors with which whoever waits is refused; a job that has ended with another one is answered as it is. @default none */
  readonly refusals?: readonly Exclude<ProblemCode, ConflictCode>[];
}

/** Settles a call by the job that it has asked for. Any end but success is a failure, whatever the kind of the job. */
export const settlesByJob = <Result extends { readonly id: string; readonly extension: string }>(
  { words }: Pick<JobKindTerms, 'words'>,
  { answer, refusals = [] }: JobAnswer<Result>,
): Settling<Result> => ({
  async look(db, storeId, { id, extension }): Promise<Settled<Result>> {
    const job = await findJob(db, storeId, extension, id);
    const { state, error } = job;
    const code = refusals.find((refusal) => refusal === error?.code);
    if (code) refuse(code, error?.message);
    const result = await answer(db, storeId, job);
    if (isOpen(job)) return { state: 'open', result };
    if (state === 'succeeded') return { state: 'done', result };
    const end = state === 'failed' ? 'failed' : 'been cancelled';
    return { state: 'failed', result, why: `The ${words.en} has ${end}. ${error?.message ?? ''}`.trim() };
  },
});
