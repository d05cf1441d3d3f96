import { job } from '../../kernel/declaration/job';

export interface HookBreakerInput {
  readonly storeId: string;
  readonly tripId: string;
  /** @default LOOK_MS, in those of before it was stated and those that are started again */
  readonly lookMs?: number;
}

interface HookBreakerFacts extends HookBreakerInput {
  readonly extension: string;
  readonly point: string;
}

/** Between two looks of the workflow at the row of its hook. */
export const LOOK_MS = 3_600_000;

/** The signal that tells the workflow that its hook is active again. */
export const REACTIVATED = 'reactivated';

/** Tells of a hook that the checkout has deactivated, and waits until somebody activates it again. */
export const hookBreaker = job<HookBreakerInput, 'reactivated', HookBreakerFacts>({
  name: 'hookBreaker',
  kind: 'hook',
  input: ({ storeId, tripId, lookMs }) => ({ storeId, tripId, ...(lookMs !== undefined && { lookMs }) }),
  row: ({ tripId }) => tripId,
  labels: ({ storeId, extension }) => ({ StoreId: storeId, Extension: extension, JobKind: 'hook' }),
  label: () => ({ tr: 'devre dışı kalan kancanın izlenmesi', en: 'watch over a deactivated hook' }),
  summary: ({ extension, point }) => `${extension} no longer decides at ${point}`,
});
