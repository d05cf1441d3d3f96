import { entity } from '../kernel/entity';
import { label } from '../kernel/schema';
import { tokenTitles } from './store';
import { tokenSchema } from './view';

export default [
  entity('token', label('Jeton', 'Token')(tokenSchema), {
    titles: { prefix: 'tok', field: 'label', find: tokenTitles },
    ties: ['workspaceId'],
  }),
];
