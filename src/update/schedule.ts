import { nightly, type ScheduledPerStore } from '../kernel/declaration/schedule';

/** After the night has brought extensions to their versions where nobody is asked. */
const HOUR = 5;

/** Each night the queue of updates of a store is held against what there is. */
export const updateSweep: ScheduledPerStore = {
  name: 'updates',
  workflow: 'updateSweep',
  summary: 'Prepare the updates of the store',
  spec: nightly(HOUR),
  catchUp: '12 hours',
};
