import { entity } from '../kernel/entity';
import { workspaceTitles } from './store';
import { workspace } from './table';
import { workspaceSchema } from './view';

export default [
  entity(workspace.word, workspaceSchema, { titles: { prefix: 'wsp', field: 'name', find: workspaceTitles } }),
];
