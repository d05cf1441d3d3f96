import { ApplicationFailure, activityInfo, log } from '@temporalio/activity';
import { Refusal } from '../src/kernel/errors';
import type { Platform } from '../src/platform';
import { type ApplyStep, applyNextItem } from '../src/proposal/apply';
import type { ProposalApplicationInput } from '../src/proposal/contract';

const report = (error: unknown, facts: object): void =>
  log.error('an item of a proposal failed', { ...facts, error: (error as Error).stack });

export function createProposalActivities({ bus, services }: Pick<Platform, 'bus' | 'services'>) {
  return {
    /** Applies the next item; safe to repeat, since the rows say what is applied. */
    async applyNextProposalItem({ storeId, proposalId }: ProposalApplicationInput): Promise<ApplyStep> {
      const { attempt } = activityInfo();
      try {
        return await applyNextItem({ bus, services, report }, { storeId, proposalId, attempt });
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found')
          throw ApplicationFailure.nonRetryable(error.detail, error.code);
        throw error;
      }
    },
  };
}

export type ProposalActivities = ReturnType<typeof createProposalActivities>;
