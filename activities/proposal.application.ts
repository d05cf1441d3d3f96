import { ApplicationFailure } from '@temporalio/activity';
import { Refusal } from '../src/kernel/errors';
import type { Platform } from '../src/platform';
import { type ApplyStep, applyNextItem } from '../src/proposal/apply';
import type { ProposalApplicationInput } from '../src/proposal/proposal.jobs';

export function createProposalActivities({ bus, services }: Pick<Platform, 'bus' | 'services'>) {
  return {
    /** Applies the next item; safe to repeat, since the rows say what is applied. */
    async applyNextProposalItem(input: ProposalApplicationInput): Promise<ApplyStep> {
      try {
        return await applyNextItem({ bus, services }, input);
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found')
          throw ApplicationFailure.nonRetryable(error.detail, error.code);
        throw error;
      }
    },
  };
}

export type ProposalActivities = ReturnType<typeof createProposalActivities>;
