import type { CommandBus } from '../../kernel/bus';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import { type Problem, Refusal } from '../../kernel/errors';
import { stepKey } from '../../kernel/ids';
import { oneLine } from '../../provider/text';
import record from '../order.refund.record';
import { refundAsking } from './contract';

/** What became of a refund at its provider. */
export type RefundEnd =
  | { readonly outcome: 'succeeded'; readonly reference: string }
  | { readonly outcome: 'failed' | 'unknown'; readonly failure: string };

/** Records it, once, whoever was first. @throws when the record is refused although nothing else was recorded */
export async function recordEnd(bus: CommandBus, storeId: string, refundId: string, end: RefundEnd): Promise<void> {
  const said =
    end.outcome === 'succeeded' ? { reference: oneLine(end.reference, 100) } : { failure: oneLine(end.failure, 300) };
  const { status, body } = await bus
    .execute({
      principal: systemPrincipal(storeId, refundAsking.workflowId(refundId)),
      mutation: record as unknown as Command,
      payload: { refundId, outcome: end.outcome, ...said },
      key: stepKey(refundId, end.outcome),
      cause: { refundId },
    })
    .catch((error: unknown) => {
      // Another attempt was faster, and heard other words for the same.
      if (error instanceof Refusal && error.code === 'idempotency_conflict') return { status: 200, body: null };
      throw error;
    });
  if (status >= 400 && (body as Problem).code !== 'invalid_state')
    throw new Error(`${refundId} could not be recorded as ${end.outcome}: ${(body as Problem).detail}`);
}
