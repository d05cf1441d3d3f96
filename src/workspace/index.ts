import type { Noun } from '../noun';
import archive from './workspace.archive';
import create from './workspace.create';
import list from './workspaces.list';

export default {
  capabilities: [create, archive, list],
} satisfies Noun;
