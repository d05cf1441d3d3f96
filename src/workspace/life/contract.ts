import { job } from '../../kernel/declaration/job';

export interface WorkspaceLifeInput {
  readonly storeId: string;
  readonly workspaceId: string;
  /** @default IDLE_MS */
  readonly idleMs?: number;
}

/** A sandbox in which nothing was changed for so long is backed up and rests. */
export const IDLE_MS = 30 * 60_000;
/** A sandbox that is in use is backed up this often, when no command runs. */
export const BACKUP_EVERY_MS = 24 * 3_600_000;
/** A folder of a sandbox that rests stays on its machine for so long. */
export const KEPT_MS = 24 * 3_600_000;
/** A backup lives for so long from its end. */
export const BACKUP_LIFE_MS = 7 * 24 * 3_600_000;

/** The Updates of the workflow. `refresh` and `archive` only tell it to look at its row. */
export const updates = { ensureWarm: 'ensureWarm', backup: 'backup', refresh: 'refresh', archive: 'archive' } as const;

/** Owns the life of a workspace from its first work until it rests or is archived. */
export const workspaceLifecycle = job<WorkspaceLifeInput, 'rests'>({
  name: 'workspaceLifecycle',
  kind: 'workspace',
  input: ({ storeId, workspaceId, idleMs }) => ({ storeId, workspaceId, ...(idleMs !== undefined && { idleMs }) }),
  row: ({ workspaceId }) => workspaceId,
  labels: ({ storeId }) => ({ StoreId: storeId, JobKind: 'workspace' }),
  label: () => ({ tr: 'çalışma alanının ortamı', en: 'sandbox of the workspace' }),
  names: ({ workspaceId }) => [workspaceId],
  summary: ({ workspaceId }) => `keeps the files of ${workspaceId}`,
});

/** A sandbox that falls silent holds up the files of workspaces here, and nobody's payment, refund or job. */
export const workspaceQueue = (taskQueue: string): string => `${taskQueue}/workspaces`;
