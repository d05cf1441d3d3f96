import { findOpenSandboxes, giveSandboxUp } from '../../access/sandbox/store';
import { work } from '../../kernel/work/work';
import { workspaceLifecycle } from './contract';

export const workspaceWork = work(workspaceLifecycle, {
  find: findOpenSandboxes,
  beginsAnew: true,
  /** Gives the sandbox up. Its files stay where they are; the next work in it tries again. */
  abandon: ({ database }, storeId, workspaceId, { reason }) =>
    giveSandboxUp(database.writer(storeId), storeId, workspaceId, reason),
});
