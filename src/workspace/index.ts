import type { Noun } from '../noun';
import { workspaceWork } from './life/work';
import { refusals } from './refusals';
import archive from './workspace.archive';
import create from './workspace.create';
import activity from './workspaces.activity.list';
import adopt from './workspaces.adopt';
import backup from './workspaces.backup';
import exec from './workspaces.exec';
import listFiles from './workspaces.files.list';
import readFile from './workspaces.files.read';
import writeFile from './workspaces.files.write';
import list from './workspaces.list';
import preview from './workspaces.preview';
import refresh from './workspaces.refresh';

export default {
  capabilities: [
    create,
    archive,
    list,
    adopt,
    exec,
    listFiles,
    readFile,
    writeFile,
    backup,
    activity,
    preview,
    refresh,
  ],
  works: [workspaceWork],
  refusals,
} satisfies Noun;
