import { entity } from '../kernel/declaration/entity';
import { item } from './item/table';
import { proposal } from './table';
import { itemTitles, proposalTitles } from './title-store';
import { itemEntity, proposalEntity } from './view';

/** True, since proposing and deciding change no shop; proposals have rows of their own. */
const besideShop = true;

export default [
  entity(proposal.word, proposalEntity, {
    titles: { prefix: 'prp', find: proposalTitles },
    untied: { 'pause/itemId': 'What becomes of an item is told of that item, and found by its proposal.' },
    besideShop,
  }),
  entity(item.word, itemEntity, { titles: { prefix: 'pit', find: itemTitles }, partOf: ['proposalId'], besideShop }),
];
