import type { Proposal, ProposalState } from '../api/types';

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

/** Somebody must decide before it moves again. */
export const needsOwner = (proposal: Pick<Proposal, 'state' | 'token'>): boolean =>
  proposal.state === 'paused' || awaitsVerdict(proposal);
