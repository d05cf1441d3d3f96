import { work } from '../../kernel/work/work';
import { hookBreaker } from './contract';
import { findOpenTrips, giveUpTrip } from './store';

/** The hook is deactivated either way: what nobody tells its owner stands in extensions.ops.get. */
export const hookWork = work(hookBreaker, {
  find: findOpenTrips,
  abandon: ({ database }, storeId, tripId) => giveUpTrip(database.writer(storeId), storeId, tripId),
});
