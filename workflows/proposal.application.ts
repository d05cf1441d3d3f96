import {
  ApplicationFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineUpdate,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { ProposalActivities } from '../activities/proposal.application';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { type proposalApplication as contract, type ProposalDecision, proposalUpdates } from '../src/proposal/contract';
import { needsAttention } from './attention';

/**
 * Local activities: an item is one short transaction whose repetition does no harm, and without the server's round trips a
 * proposal of a hundred items applies several times faster (docs/benchmarks.md).
 */
const { applyNextProposalItem } = proxyLocalActivities<ProposalActivities>({
  startToCloseTimeout: '30 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '10 s' },
});

/** The pauses, in ms, between two looks at the work that an item has started. */
const LOOK_MS = { first: 500, last: 30_000 };

/**
 * Applies a proposal item by item. It pauses where the shop has moved on, for as long as the owner takes, and goes on when a
 * decision names that pause; and it waits for work that an item has started. Every decision is in Postgres before it is told here.
 */
export const proposalApplication: WorkflowOf<typeof contract> = async (input) => {
  const state = { resumedThrough: input.resumedThrough ?? 0, pausedAt: 0, ended: false };
  for (const update of Object.values(proposalUpdates)) {
    setHandler(
      defineUpdate<{ resumedThrough: number }, [ProposalDecision]>(update),
      ({ pauses }) => {
        state.resumedThrough = Math.max(state.resumedThrough, pauses);
        return { resumedThrough: state.resumedThrough };
      },
      {
        validator: ({ pauses }) => {
          if (state.ended) throw ApplicationFailure.nonRetryable('The application has ended.', 'ended');
          if (!Number.isInteger(pauses) || pauses < 1)
            throw ApplicationFailure.nonRetryable('It names no pause.', 'invalid');
        },
      },
    );
  }

  let pauseMs = LOOK_MS.first;
  for (;;) {
    const step = await applyNextProposalItem(input);
    setCurrentDetails(step.line);
    if (step.status === 'ended') {
      state.ended = true;
      await condition(allHandlersFinished);
      return step.state;
    }
    if (step.status === 'waiting') await sleep(pauseMs);
    pauseMs = step.status === 'waiting' ? Math.min(pauseMs * 2, LOOK_MS.last) : LOOK_MS.first;
    if (step.status === 'paused') {
      needsAttention(true);
      await condition(() => state.resumedThrough >= step.pauses);
      needsAttention(false);
    }
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof proposalApplication>({ ...input, resumedThrough: state.resumedThrough });
    }
  }
};
