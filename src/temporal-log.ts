import type { LogEntry } from '@temporalio/worker';
import type { Log } from './kernel/log';

/** The warning of a queue of activities alone, which is meant to have no workflows: an operator would look for something missing. */
const MEANT = 'No workflows registered, not polling for workflow tasks';

/** The origins of our own workflows' and activities' lines; all other lines below a warning come from Temporal's library. */
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
