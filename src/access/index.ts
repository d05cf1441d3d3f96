import type { Noun } from '../noun';
import entities from './entities';
import { refusals } from './refusals';
import { sandbox } from './sandbox/table';
import { token } from './token/table';
import { workspace } from './workspace/table';

export default {
  entities,
  tables: [token, workspace, sandbox],
  refusals,
} satisfies Noun;
