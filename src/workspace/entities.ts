import { entity } from '../kernel/entity';
import { workspaceTitles } from './store';
import { workspaceSchema } from './view';

export default [
  entity('workspace', workspaceSchema, { titles: { prefix: 'wsp', field: 'name', find: workspaceTitles } }),
];
