import { work } from '../../kernel/work/work';
import { metafieldPurge } from './contract';
import { findOpenPurges, giveUpPurge } from './store';

/** The work of taking values away. Values that no workflow takes away stay in rows that nobody reads: the field is gone either way. */
export const metafieldWork = work(metafieldPurge, {
  find: findOpenPurges,
  abandon: ({ bus }, storeId, definitionId) =>
    bus.inTransaction(storeId, async (tx) => {
      giveUpPurge(tx, storeId, definitionId);
      return { keep: true, value: undefined };
    }),
});
