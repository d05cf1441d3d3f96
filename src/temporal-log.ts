import type { LogEntry } from '@temporalio/worker';
import type { Log } from './kernel/log';

/** Of a queue of activities alone, which is meant to have none: an operator would look for what is missing. */
const MEANT = 'No workflows registered, not polling for workflow tasks';

/** Hands on what Temporal's library warns of. */
export const temporalLog =
  (log: Pick<Log, 'error' | 'warn'>) =>
  ({ level, message, meta }: LogEntry): void => {
    if (message !== MEANT) log[level === 'ERROR' ? 'error' : 'warn']({ meta }, message);
  };
