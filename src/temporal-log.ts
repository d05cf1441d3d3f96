import type { LogEntry } from '@temporalio/worker';
import type { Log } from './kernel/log';

/** Of a queue of activities alone, which is meant to have none: an operator would look for what is missing. */
const MEANT = 'No workflows registered, not polling for workflow tasks';

/** What workflows and activities of ours say by themselves; the rest of what is no warning, Temporal's library says of itself. */
const OURS = new Set<unknown>(['workflow', 'activity']);

/** Hands on what Temporal's library warns of, and what workflows tell. */
export const temporalLog =
  (log: Pick<Log, 'error' | 'warn' | 'info'>) =>
  ({ level, message, meta }: LogEntry): void => {
    if (level === 'INFO') {
      const { sdkComponent, ...told } = (meta ?? {}) as Record<string, unknown>;
      if (OURS.has(sdkComponent)) log.info(told, message);
    } else if (message !== MEANT) {
      log[level === 'ERROR' ? 'error' : 'warn']({ meta }, message);
    }
  };
