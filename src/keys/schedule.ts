import type { ScheduledOnce } from '../kernel/declaration/schedule';

/**
 * The sealing of all values anew that an older key has sealed. A worker starts it at once when the sealing key has changed. The clock
 * starts it for the rest: values that somebody was writing then, and values of a process that learned of the new key later.
 */
export const keyResealing: ScheduledOnce = {
  name: 'keys',
  workflow: 'keyResealing',
  summary: 'Seal everything under the key that seals',
  spec: { intervals: [{ every: '12 hours' }], jitter: '1 hour' },
  catchUp: '12 hours',
};
