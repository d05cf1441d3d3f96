import { bookedAs } from '../job/booked';
import { moveTask } from '../task/store';
import type { PushMode } from './contract';
import { offersPush } from './declaration';

/** The tasks that a job has done once it has gone through all listings. */
const tasksOf: Readonly<Record<PushMode, readonly string[]>> = {
  send: ['stock', 'price'],
  compare: ['reconcile'],
  zero: [],
};

export const booked = bookedAs(offersPush, (tx, storeId, { extension, input: { pushMode, listingIds } }) => {
  if (listingIds !== null) return;
  for (const task of tasksOf[pushMode]) moveTask(tx, storeId, { extension, task, until: null, isWhole: true });
});
