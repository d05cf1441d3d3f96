import type { LifeFault, MadeBackup, OfWorkspace, WorkspaceLife } from '../../kernel/declaration/workspace-life';
import { newUlid } from '../../kernel/ids';
import type { UpdateAnswer, UpdateAsk } from '../../kernel/work/temporal';
import { updates } from './contract';

/** A start from nothing takes less; what takes longer goes on, and who asks again finds it done. */
const WARM_WITHIN_MS = 5_000;
export const BACKUP_WITHIN_MS = 120_000;

const notYet: LifeFault = { fault: 'workspace_starting', message: 'It goes on: ask again in a while.' };

/** Asks the workflow of a workspace, which is started where it does not run. */
type Asking = <T>(of: OfWorkspace, asked: UpdateAsk) => Promise<UpdateAnswer<T>>;

/** The life of workspaces as their workflows own it. Calls of this process that ask for the same share one question. */
export function temporalLife(asking: Asking): WorkspaceLife {
  const warming = new Map<string, Promise<LifeFault | undefined>>();
  const ask = <T>(of: OfWorkspace, update: string, args: readonly unknown[], withinMs: number) =>
    asking<T>(of, { update, updateId: newUlid(), args, withinMs });
  const warm = async (of: OfWorkspace): Promise<LifeFault | undefined> => {
    const answer = await ask<LifeFault | null>(of, updates.ensureWarm, [], WARM_WITHIN_MS);
    return answeredBy(answer) ?? undefined;
  };
  return {
    ensureWarm(of) {
      const key = `${of.storeId}/${of.workspaceId}`;
      const shared = warming.get(key) ?? warm(of).finally(() => warming.delete(key));
      warming.set(key, shared);
      return shared;
    },
    async backUp(of, asked) {
      return answeredBy(await ask<MadeBackup | LifeFault>(of, updates.backup, [asked], BACKUP_WITHIN_MS));
    },
  };
}

const answeredBy = <T>(answer: UpdateAnswer<T>): T | LifeFault => ('value' in answer ? answer.value : notYet);
