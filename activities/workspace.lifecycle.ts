import type { BackupAsk, LifeFault, MadeBackup } from '../src/kernel/declaration/workspace-life';
import type { Platform } from '../src/platform';
import { backUp } from '../src/workspace/life/backup';
import type { WorkspaceLifeInput } from '../src/workspace/life/contract';
import { type Looked, lookAndTell, type Seen } from '../src/workspace/life/look';
import { sweepWorkspaces } from '../src/workspace/life/sweep';
import { warmUp } from '../src/workspace/life/warm';
import { beating } from './beating';

export const createWorkspaceActivities = (platform: Pick<Platform, 'database' | 'services'>) => ({
  warmWorkspace: (input: WorkspaceLifeInput): Promise<LifeFault | null> =>
    beating(async () => {
      const warm = await warmUp(platform, input);
      return 'fault' in warm ? warm : null;
    }),
  /** Makes a backup. Another attempt makes it anew: the bytes of the first have no name. */
  backUpWorkspace: (input: WorkspaceLifeInput, ask: BackupAsk): Promise<MadeBackup | LifeFault> =>
    beating(() => backUp(platform, input, ask)),
  lookAtWorkspace: (input: WorkspaceLifeInput): Promise<Looked & Partial<Seen>> =>
    beating(() => lookAndTell(platform, input)),
  /** Removes backups that have expired, and folders that no row knows. */
  sweepWorkspaces: (): Promise<number> => beating(() => sweepWorkspaces(platform, new Date())),
});

export type WorkspaceActivities = ReturnType<typeof createWorkspaceActivities>;
