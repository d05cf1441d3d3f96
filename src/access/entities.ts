import { entity } from '../kernel/declaration/entity';
import { tokenTitles } from './token/store';
import { token } from './token/table';
import { tokenSchema } from './token/view';
import { workspaceTitles } from './workspace/store';
import { workspace } from './workspace/table';
import { workspaceSchema } from './workspace/view';

export default [
  entity(token.word, tokenSchema, {
    titles: { prefix: 'tok', field: 'label', find: tokenTitles },
    ties: ['workspaceId'],
  }),
  entity(workspace.word, workspaceSchema, {
    titles: { prefix: 'wsp', field: 'name', find: workspaceTitles },
    besideShop: true,
  }),
];
