import { job } from '../kernel/declaration/job';

export const proposalStates = ['open', 'submitted', 'applying', 'paused', 'applied', 'rejected', 'withdrawn'] as const;
export type ProposalState = (typeof proposalStates)[number];

export interface ProposalApplicationInput {
  readonly storeId: string;
  readonly proposalId: string;
  /** The last pause that was ended; carried over when the workflow continues as new. */
  readonly resumedThrough?: number;
}

export const proposalApplication = job<ProposalApplicationInput, ProposalState>({
  name: 'proposalApplication',
  kind: 'proposal',
  input: ({ storeId, proposalId }) => ({ storeId, proposalId }),
  row: ({ proposalId }) => proposalId,
  labels: ({ storeId, proposalId }) => ({ StoreId: storeId, ProposalId: proposalId, JobKind: 'proposal' }),
  label: () => ({ tr: 'önerinin uygulanması', en: 'application of the proposal' }),
  names: ({ proposalId }) => [proposalId],
  summary: ({ proposalId }) => `applies ${proposalId}`,
  worksInSteps: true,
});

/**
 * Updates of the workflow. What the owner decided stands in Postgres before they are sent; they end the pause that they name, so a
 * repeated or late one does no harm.
 */
export const proposalUpdates = {
  resume: 'resume',
  skip: 'skip',
  abort: 'abort',
} as const;

export interface ProposalDecision {
  /** The number of the pause that the decision ends. */
  readonly pauses: number;
}
