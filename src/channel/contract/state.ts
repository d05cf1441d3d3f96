/** States of a job that has not ended. No job enters `cancelling` any more; older rows may be in it. */
export const openStates = ['queued', 'running', 'cancelling'] as const;

/** States of a job that has ended. */
export const endedStates = ['succeeded', 'failed', 'cancelled'] as const;

export const jobStates = [...openStates, ...endedStates] as const;

export type JobState = (typeof jobStates)[number];
export type EndedState = (typeof endedStates)[number];

/** The end of a job. */
export interface JobEnd {
  readonly state: EndedState;
  readonly error: { readonly code: string; readonly message: string } | null;
}

const open: ReadonlySet<JobState> = new Set(openStates);

/** True if a job goes on, or has yet to begin. */
export const isOpen = ({ state }: { readonly state: JobState }): boolean => open.has(state);

export const hasEnded = <Job extends { readonly state: JobState }>(
  job: Job,
): job is Job & { readonly state: EndedState } => !isOpen(job);

/** The name of the product as the one that has asked for a job: by the clock, or because of news. */
export const PRODUCT = 'product';
