import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object } from '../kernel/schema/schema';
import { settled } from './item/state';
import { item as declared } from './item/table';
import { itemsOf, moveItem } from './store';
import { itemId } from './table';
import { type ItemRow, proposalId } from './view';

export default command({
  id: 'proposal.item.settle',
  label: { tr: 'Öneri öğesini sonuçlandır', en: 'Settle an item of a proposal' },
  summary: 'Count an item as applied, since the work that it started has ended well.',
  policy: 'owner',
  scope: 'proposals:approve',
  runtimeOnly: true,
  irreversible: true,
  payload: object({ proposalId, itemId }),
  result: object({ itemId }),
  refuses: [],
  example: {
    proposalId: exampleId('prp', 'ZAM'),
    itemId: exampleId('pit', 'ZAM1'),
  },

  /** Settles the item; the caller of this command holds the lock of the proposal. */
  async run({ payload, tx, storeId, now, record }) {
    const { proposalId, itemId } = payload;
    const [item] = (await itemsOf(tx, storeId, proposalId, [itemId])) as [ItemRow];
    await moveItem(tx, storeId, settled(item, now));
    record(declared.word, item.id, { state: item.state }, { state: 'applied' }, { proposalId });
    return { itemId };
  },
});
