import { continueAsNew, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { RowStanding } from '../src/provider/conversation/contract';
import { needsAttention } from './attention';

/**
 * Takes one step after another until the row of a workflow has ended, and nothing else: the row says which step is next and what was
 * requested.
 * @param waitsFor the reason that people see while it waits
 */
export async function inSteps<Input, State>(
  take: (input: Input) => Promise<RowStanding<State>>,
  input: Input,
  waitsFor: string,
): Promise<State | null> {
  for (;;) {
    const { state, waitMs } = await take(input);
    setCurrentDetails(String(state));
    if (waitMs === null) {
      // A row of unknown state stays in the operator's sight.
      if (state === 'unknown') needsAttention(true);
      return state;
    }
    await sleep(waitMs, { summary: `waiting for ${waitsFor}` });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<(input: Input) => Promise<State | null>>(input);
  }
}
