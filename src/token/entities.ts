import { entity } from '../kernel/entity';
import { label } from '../kernel/schema';
import { tokenSchema } from './view';

export default [entity('token', label('Jeton', 'Token')(tokenSchema), { ties: ['workspaceId'] })];
