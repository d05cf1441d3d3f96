import { refuse } from '../kernel/errors';
import type { Principal } from '../kernel/principal';
import type { ProposalState } from './contract';
import type { ProposalRow } from './view';

/**
 * open ──submit──▶ submitted ──approve──▶ applying ──▶ applied
 *   │                 │  └────reject────▶ rejected      ▲ │
 *   └──withdraw──▶ withdrawn ◀──withdraw── paused ──────┘ │
 *                      ▲                     ▲────────────┤ an item is stale or refused, or failed
 *                      └───────────withdraw───────────────┘
 *
 * Skipping the item that holds a paused proposal up, or resuming it, makes it apply again. What was applied before a
 * withdrawal stays applied. Whatever an application meets, its owner can end it.
 *
 * An open proposal whose token is gone has nobody left to submit it: the owner decides on it as it stands.
 */
const moves: Readonly<Record<string, readonly ProposalState[]>> = {
  submit: ['open'],
  approve: ['submitted'],
  reject: ['submitted'],
  withdraw: ['open', 'submitted', 'applying', 'paused'],
  skip: ['paused'],
  resume: ['paused'],
};

const ofOrphans: readonly (keyof typeof moves)[] = ['approve', 'reject'];

/** A token sees its own proposals, an owner all of them. @throws {Refusal} not_found */
export function assertSeenBy(principal: Principal, { tokenId }: Pick<ProposalRow, 'tokenId'>): void {
  if (principal.kind !== 'owner' && tokenId !== principal.id) refuse('not_found', 'There is no such proposal.');
}

/** @throws {Refusal} invalid_state, naming the state */
export function assertMove(move: keyof typeof moves, proposal: Pick<ProposalRow, 'state' | 'tokenUsable'>): void {
  const from = moves[move] as readonly ProposalState[];
  if (from.includes(proposal.state)) return;
  if (proposal.state === 'open' && !proposal.tokenUsable && ofOrphans.includes(move)) return;
  refuse('invalid_state', `The proposal is ${proposal.state}; ${String(move)} needs it to be ${from.join(' or ')}.`, {
    facts: { state: proposal.state },
  });
}
