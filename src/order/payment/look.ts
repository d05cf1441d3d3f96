import type { Transaction } from '../../kernel/database/queryable';
import type { Effects } from '../../kernel/declaration/context';
import { noteTicket } from './attempt-store';
import { LOOK, type PaymentAttemptInput, paymentAttempt } from './contract';

/**
 * Has the workflow of a payment look; where it has ended, or was lost, another one does.
 * @param brought the callback with which the buyer has come back; first: the payment has just begun
 */
export function haveLookedAt(
  effects: Effects,
  of: PaymentAttemptInput,
  brought: 'first' | { readonly tx: Transaction; readonly ticket: string | null },
): void {
  effects.startWorkflow(paymentAttempt, of);
  if (brought === 'first') return;
  if (brought.ticket !== null) noteTicket(brought.tx, of.storeId, of.paymentId, brought.ticket);
  effects.wakeWorkflow(paymentAttempt, of, LOOK, {});
}
