import type { RowStanding } from '../../provider/conversation/contract';
import type { Conversation, Dependencies } from '../../provider/conversation/conversation';
import { recordTold } from '../../provider/conversation/record';
import { converse } from '../../provider/conversation/step';
import { oneLine } from '../../provider/text';
import record from '../order.refund.record';
import type { RefundRow } from '../refund/aggregate';
import { type AskedRefund, findAsked, refundBook } from '../refund/asked-store';
import { givingBack, type RefundAdapter } from '../refund/asking';
import { type RefundAskingInput, refundAsking } from '../refund/contract';

export type RefundStep = RowStanding<RefundRow['state']>;

/** The refund of an order by the provider that took the money. */
export const refunding: Conversation<RefundAskingInput, AskedRefund, RefundAdapter, string> = {
  ...givingBack,
  contract: refundAsking,
  book: refundBook,
  find: findAsked,
  async record(bus, storeId, ending, { id: refundId }) {
    const outcome = ending.outcome === 'done' ? 'succeeded' : ending.outcome;
    const told = ending.outcome === 'done' ? { reference: oneLine(ending.done, 100) } : { failure: ending.failure };
    await recordTold(bus, record, {
      storeId,
      by: refundAsking.workflowId(refundId),
      payload: { refundId, outcome, ...told },
      cause: { refundId },
      once: { of: refundId, step: outcome },
    });
    return outcome;
  },
};

export const stepRefund = (
  dependencies: Dependencies,
  input: RefundAskingInput,
  signal: AbortSignal,
): Promise<RefundStep> => converse(refunding, dependencies, input, signal);
