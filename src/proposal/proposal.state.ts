import { refuse } from '../kernel/errors';
import type { ProposalState } from './proposal.jobs';
import type { ProposalRow } from './proposal.view';

/**
 * open ──submit──▶ submitted ──approve──▶ applying ──▶ applied
 *   │                 │  └────reject────▶ rejected      ▲ │
 *   └──withdraw──▶ withdrawn ◀──withdraw── paused ──────┘ │
 *                                            ▲────────────┘ an item is stale or refused
 *
 * Skipping the item that holds a paused proposal up, or resuming it, makes it apply again. What was applied before a
 * withdrawal stays applied.
 */
const moves: Readonly<Record<string, readonly ProposalState[]>> = {
  submit: ['open'],
  approve: ['submitted'],
  reject: ['submitted'],
  withdraw: ['open', 'submitted', 'paused'],
  skip: ['paused'],
  resume: ['paused'],
};

/** @throws {Refusal} invalid_state, naming the state */
export function assertMove(move: keyof typeof moves, proposal: Pick<ProposalRow, 'state'>): void {
  const from = moves[move] as readonly ProposalState[];
  if (from.includes(proposal.state)) return;
  refuse('invalid_state', `The proposal is ${proposal.state}; ${String(move)} needs it to be ${from.join(' or ')}.`, {
    facts: { state: proposal.state },
  });
}
