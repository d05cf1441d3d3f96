import archive from './workspace.archive';
import create from './workspace.create';
import list from './workspaces.list';

export default [create, archive, list];
