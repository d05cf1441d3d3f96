import { entity } from '../kernel/entity';
import { workspaceSchema } from './view';

export default [entity('workspace', workspaceSchema)];
