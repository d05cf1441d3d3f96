import { refuse } from '../../kernel/errors';
import type { PaymentRow } from './table';

type Finding = NonNullable<PaymentRow['finding']>;
type Stray = Pick<PaymentRow, 'orderId' | 'state' | 'finding' | 'capturedAt'>;

/** The state of a payment after each finding. */
const closed = { given_back: 'returned', nothing_taken: 'failed' } as const satisfies Record<Finding, string>;

/** The owner's finding, as long as it holds: the provider may have told another outcome since. */
export const saidOf = ({ state, finding }: Pick<Stray, 'state' | 'finding'>): Finding | null =>
  finding !== null && closed[finding] === state ? finding : null;

/**
 * An owner may state a finding only when the product has given up, or to correct an earlier one. A payment at work finds its outcome by
 * itself.
 */
export function mayBeFound(payment: Stray, finding: Finding): boolean {
  const { orderId, state, capturedAt } = payment;
  const isGivenUp = state === 'unknown' || state === 'not_returned';
  const said = saidOf(payment);
  const isOtherwise = said !== null && said !== finding;
  const wasTaken = state === 'not_returned' || capturedAt !== null;
  return orderId === null && (isGivenUp || isOtherwise) && !(wasTaken && finding === 'nothing_taken');
}

/** The state of a payment after a finding. @param corrects the finding that the caller has seen @throws {Refusal} invalid_state */
export function stateFound(payment: Stray, finding: Finding, corrects: Finding | null): (typeof closed)[Finding] {
  if (!mayBeFound(payment, finding) || saidOf(payment) !== corrects)
    refuse('invalid_state', whyNot(payment), { facts: { state: payment.state }, quotesNobody: true });
  return closed[finding];
}

function whyNot({ orderId, state, finding, capturedAt }: Stray): string {
  if (orderId !== null) return 'It pays for an order: what is left of its money is given back there.';
  if (state === 'begun' || state === 'captured' || state === 'returning') return 'The payment provider is being asked.';
  if (state === 'not_returned' || capturedAt !== null) return 'The provider has said that the money was taken.';
  return finding === null ? 'What became of it is known.' : `It was said of it already: ${finding}.`;
}
