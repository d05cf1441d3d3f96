import { assertMayCall, fieldsNeeding } from '../kernel/declaration/authority';
import type { MutationContext } from '../kernel/declaration/context';
import type { Principal } from '../kernel/declaration/principal';
import { refuse } from '../kernel/errors';
import type { ProposalState } from './contract';
import { type Move, stepAfter } from './next-step';
import { commandsOf, statedCallsOf } from './store';
import type { ProposalRow } from './view';

/**
 * open ──submit──▶ submitted ──approve──▶ applying ──▶ applied
 *   │                 │  └────reject────▶ rejected      ▲ │
 *   └──withdraw──▶ withdrawn ◀──withdraw── paused ──────┘ │
 *                      ▲                     ▲────────────┤ an item is stale or refused, or failed
 *                      └───────────withdraw───────────────┘
 *
 * Skipping an item of a submitted proposal leaves it out of what is approved. Skipping the item that holds a paused one up, or
 * resuming it, makes it apply again. What was applied before a
 * withdrawal stays applied. Whatever an application meets, its owner can end it.
 *
 * An open proposal whose token is gone has nobody left to submit it: the owner decides on it as it stands.
 */
const moves: Readonly<Record<Move, readonly ProposalState[]>> = {
  submit: ['open'],
  approve: ['submitted'],
  reject: ['submitted'],
  withdraw: ['open', 'submitted', 'applying', 'paused'],
  skip: ['submitted', 'paused'],
  resume: ['paused'],
};

const ofOrphans: readonly Move[] = ['approve', 'reject', 'skip'];

/** @returns the author whose proposals the list shows: an agent (spec §4.2) and a packer see their own alone. null: the proposals of all */
export const seenOf = ({ kind, id, role }: Principal): string | null =>
  kind === 'agent' || role === 'packer' ? id : null;

/** Tells whether the caller sees bulk acts of owners: they hold facts of orders, which a token may have no scope for. */
export const seesBulkActs = ({ kind, scopes }: Principal): boolean => kind !== 'developer' || scopes.has('store:admin');

/** A proposal with its author, who is a token or a person. */
type Authored = Pick<ProposalRow, 'tokenId' | 'ownerId'>;

/** @throws {Refusal} not_found */
export function assertSeenBy(principal: Principal, { tokenId, ownerId }: Authored): void {
  const own = seenOf(principal);
  const isHidden = ownerId !== null && !seesBulkActs(principal);
  if (isHidden || (own !== null && own !== tokenId && own !== ownerId))
    refuse('not_found', 'There is no such proposal.');
}

/** Allows moves of a proposal to its own token and to owners. @throws {Refusal} not_found, owner_only */
export function assertMovedBy(principal: Principal, proposal: Authored): void {
  assertSeenBy(principal, proposal);
  if (principal.kind !== 'owner' && principal.id !== proposal.tokenId)
    refuse('owner_only', 'It is the proposal of another token: that token or the owner submits or withdraws it.');
}

/**
 * Allows decisions on a proposal to persons who may make each of its calls themselves.
 * @throws {Refusal} not_found, role_needed
 */
export async function assertDecidedBy(
  { principal, tx, storeId, services }: Pick<MutationContext, 'principal' | 'tx' | 'storeId' | 'services'>,
  proposal: Authored & Pick<ProposalRow, 'id'>,
): Promise<void> {
  assertSeenBy(principal, proposal);
  if (principal.role === undefined || principal.role === 'owner') return;
  const { capabilities } = services;
  const commands = await commandsOf(tx, storeId, proposal.id);
  const fields = commands.flatMap((id) => fieldsNeeding(capabilities.mutation(id)?.payload ?? {}));
  assertMayCall(capabilities, principal, await statedCallsOf(tx, storeId, proposal.id, fields));
}

/** @throws {Refusal} invalid_state, naming the state and what to do then */
export function assertMove(
  move: Move,
  proposal: Pick<ProposalRow, 'state' | 'ownerId' | 'tokenUsable' | 'decidedBy' | 'decidedAt'>,
): void {
  const from = moves[move];
  if (from.includes(proposal.state)) return;
  if (proposal.state === 'open' && !proposal.tokenUsable && ofOrphans.includes(move)) return;
  const { state, ownerId, decidedBy, decidedAt } = proposal;
  refuse('invalid_state', `The proposal is ${stateWords[state]}; ${move} needs it to be ${from.join(' or ')}.`, {
    facts: {
      state,
      ...(decidedBy === null ? {} : { decidedBy, decidedAt }),
      ...stepAfter(move, state, ownerId !== null),
    },
  });
}

const stateWords: Readonly<Record<ProposalState, string>> = {
  open: 'still open: it was not submitted yet',
  submitted: 'submitted',
  applying: 'approved already, and applying',
  paused: 'approved already, and paused',
  applied: 'applied already',
  rejected: 'rejected already',
  withdrawn: 'withdrawn already',
};
