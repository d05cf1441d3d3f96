import type { ScheduledOnce } from '../kernel/declaration/schedule';

/**
 * Whatever is not under the key that seals comes under it. A worker starts it at once when that key is another one; by the clock comes
 * what somebody was just writing then, and what a process has sealed that learned of the key later.
 */
export const keyResealing: ScheduledOnce = {
  name: 'keys',
  workflow: 'keyResealing',
  summary: 'Seal everything under the key that seals',
  spec: { intervals: [{ every: '12 hours' }], jitter: '1 hour' },
  catchUp: '12 hours',
};
