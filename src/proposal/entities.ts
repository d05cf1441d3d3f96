import { entity } from '../kernel/entity';
import { itemEntity, proposalEntity } from './view';

export default [entity('proposal', proposalEntity), entity('proposal item', itemEntity, { partOf: ['proposalId'] })];
