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

/** Somebody must decide before it moves again. */
export const needsOwner = ({ state }: Pick<Proposal, 'state'>): boolean => state === 'submitted' || state === 'paused';
