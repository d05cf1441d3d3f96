import type { Item, Proposal, ProposalState } from '../api/types';

export const stateColors: Readonly<Record<ProposalState, string>> = {
  open: 'gray',
  submitted: 'blue',
  applying: 'cyan',
  paused: 'orange',
  applied: 'teal',
  rejected: 'red',
  withdrawn: 'gray',
};

/** Approved or rejected: what was submitted, and what nobody is left to submit. */
export const awaitsVerdict = ({ state, token }: Pick<Proposal, 'state' | 'token'>): boolean =>
  state === 'submitted' || (state === 'open' && !token.usable);

/** An act of an owner, of which no agent waits to hear. */
export const isOwn = ({ token }: Pick<Proposal, 'token'>): boolean => token.kind === 'owner';

/**
 * Whether an agent waits for a verdict, or anything stands still: an act that its owner has only looked at does neither. One with a reason
 * waits for another owner.
 */
export const callsOwner = (proposal: Pick<Proposal, 'state' | 'token' | 'reason'>): boolean =>
  proposal.state === 'paused' || (awaitsVerdict(proposal) && !(isOwn(proposal) && proposal.reason === null));

/** The work that it started goes on, and nobody can say that it was skipped. */
export const worksOn = ({ state }: Pick<Item, 'state'>): boolean => state === 'started';

const decidedOn: ReadonlySet<Item['state']> = new Set(['applied', 'skipped', 'dropped', 'left_running']);

export const mayBeApplied = ({ state }: Pick<Item, 'state'>): boolean => !decidedOn.has(state);

/** Whether there is something to take back: it was applied, a command undoes it, and nobody has yet. */
export const mayBeUndone = (
  { state, irreversible, auditId }: Pick<Item, 'state' | 'irreversible' | 'auditId'>,
  undoneBy: ReadonlyMap<string, string>,
): boolean => state === 'applied' && !irreversible && auditId !== null && !undoneBy.has(auditId);
