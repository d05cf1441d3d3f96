import { entity } from '../kernel/entity';
import { itemTitles, proposalTitles } from './title-store';
import { itemEntity, proposalEntity } from './view';

export default [
  entity('proposal', proposalEntity, { titles: { prefix: 'prp', find: proposalTitles } }),
  entity('proposal item', itemEntity, { titles: { prefix: 'pit', find: itemTitles }, partOf: ['proposalId'] }),
];
