import { work } from '../../kernel/work/work';
import { updatePreparation } from '../../store/update/contract';
import { endAsked, findOpenLooks } from '../../store/update/look-store';

export const updateWork = work(updatePreparation, {
  find: findOpenLooks,
  beginsAnew: true,
  /** The next night looks at each store. */
  abandon: ({ database }, storeId) => endAsked(database.writer(storeId), storeId, null),
});
