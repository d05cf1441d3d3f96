import { entity } from '../kernel/entity';
import { item } from './item/table';
import { proposal } from './table';
import { itemTitles, proposalTitles } from './title-store';
import { itemEntity, proposalEntity } from './view';

export default [
  entity(proposal.word, proposalEntity, { titles: { prefix: 'prp', find: proposalTitles } }),
  entity(item.word, itemEntity, { titles: { prefix: 'pit', find: itemTitles }, partOf: ['proposalId'] }),
];
