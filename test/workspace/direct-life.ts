import type { WorkspaceLife } from '../../src/kernel/declaration/workspace-life';
import { backUp } from '../../src/workspace/life/backup';
import type { LifeDependencies } from '../../src/workspace/life/dependencies';
import { warmUp } from '../../src/workspace/life/warm';

/** The life of workspaces without a workflow that owns it: most worlds have no worker. */
export const directLife = (deps: LifeDependencies): WorkspaceLife => ({
  async ensureWarm(of) {
    const warm = await warmUp(deps, of);
    return 'fault' in warm ? warm : undefined;
  },
  backUp: (of, ask) => backUp(deps, of, ask),
});
