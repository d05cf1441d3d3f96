import { refuse } from '../../kernel/errors';

/*
 * Goods on their way back to the shop. Spec §3 names the first and the last step; what it leaves open is as law and goods ask for it.
 *
 *   requested ─┬→ approved → partially_received → received ─→ refunded
 *              │     │                               │
 *              │     └→ withdrawn                    └→ rejected (nothing of it can be sold again)
 *              ├→ withdrawn
 *              └→ rejected
 *
 * With an order that is cancelled its open returns are withdrawn: nobody has paid for what they were of.
 *
 * What is refunded before it has come back, as a favour, still may come back: it is received then, and stays refunded.
 */

export const returnStates = [
  'requested',
  'approved',
  'partially_received',
  'received',
  'refunded',
  'rejected',
  'withdrawn',
] as const;
export type ReturnState = (typeof returnStates)[number];

/**
 * Order of urgency for the state shown of an order with several returns. Returns that wait for the shop come first, then those that wait
 * for the buyer or for nobody.
 */
export const urgentFirst: readonly ReturnState[] = [
  'received',
  'partially_received',
  'requested',
  'approved',
  'refunded',
  'rejected',
  'withdrawn',
];

export const returnKinds = ['withdrawal', 'claim'] as const;
export type ReturnKind = (typeof returnKinds)[number];

export type ReturnTrigger = `order.return.${'cancel' | 'approve' | 'reject' | 'receive' | 'settle'}` | 'order.cancel';

interface Transition {
  readonly from: readonly ReturnState[];
  readonly by: ReturnTrigger;
  readonly to: ReturnState;
}

export const returnTransitions: readonly Transition[] = [
  { from: ['requested', 'approved'], by: 'order.return.cancel', to: 'withdrawn' },
  { from: ['requested', 'approved', 'partially_received', 'received'], by: 'order.cancel', to: 'withdrawn' },
  { from: ['requested'], by: 'order.return.approve', to: 'approved' },
  { from: ['requested', 'received'], by: 'order.return.reject', to: 'rejected' },
  { from: ['approved', 'partially_received'], by: 'order.return.receive', to: 'partially_received' },
  { from: ['approved', 'partially_received'], by: 'order.return.receive', to: 'received' },
  { from: ['refunded'], by: 'order.return.receive', to: 'refunded' },
  { from: ['approved', 'partially_received', 'received'], by: 'order.return.settle', to: 'refunded' },
];

/** Tells whether a return may change from one state to the other. */
export const mayMove = (from: ReturnState, by: ReturnTrigger, to: ReturnState): boolean =>
  returnTransitions.some((each) => each.by === by && each.to === to && each.from.includes(from));

/** @throws {Refusal} invalid_state */
export function moved(from: ReturnState, by: ReturnTrigger, to: ReturnState): ReturnState {
  if (mayMove(from, by, to)) return to;
  return refuse('invalid_state', `The return is ${from}, and does not become ${to}.`, {
    facts: { state: from },
    quotesNobody: true,
  });
}

/** The state of a return after another receipt. */
export const receivedState = (from: ReturnState, isAll: boolean): ReturnState => {
  if (from === 'refunded') return 'refunded';
  return isAll ? 'received' : 'partially_received';
};

export const grounds = ['late', 'excluded', 'unfounded', 'condition'] as const;
export type Ground = (typeof grounds)[number];

/** Lists the grounds on which a return may be rejected by its kind and state; dates, exceptions and receipts tell further. */
export function groundsOf({
  state,
  kind,
}: {
  readonly state: ReturnState;
  readonly kind: ReturnKind;
}): readonly Ground[] {
  if (state === 'received') return ['condition'];
  return kind === 'claim' ? ['unfounded'] : ['late', 'excluded'];
}
