import { work } from '../../kernel/work/work';
import { metafieldPurge } from './contract';
import { endPurge, findOpenPurges } from './store';

/** What no workflow takes away stays in rows that nobody reads: the field is gone either way. */
export const metafieldWork = work(metafieldPurge, {
  find: findOpenPurges,
  abandon: ({ bus }, storeId, definitionId) =>
    bus.inTransaction(storeId, async (tx) => {
      endPurge(tx, storeId, definitionId);
      return { keep: true, value: undefined };
    }),
});
