import { lockSandbox, sandboxArchived, wantOf } from '../../access/sandbox/store';
import type { SandboxRow } from '../../access/sandbox/table';
import type { MutationContext } from '../../kernel/declaration/context';
import { updates, workspaceLifecycle } from './contract';

type Ending = Pick<MutationContext, 'tx' | 'storeId' | 'effects'>;
type Stage = Pick<SandboxRow, 'state' | 'wanted'>;

/** Asks the workflow of a workspace to end the life of its files. @returns the sandbox as it is then; undefined: there is none */
export async function endSandbox(
  { tx, storeId, effects }: Ending,
  workspaceId: string,
  wanted: 'refresh' | 'archive',
): Promise<Stage | undefined> {
  const row = await lockSandbox(tx, storeId, workspaceId);
  if (!row || row.state === 'archived') return undefined;
  const isUntouched = row.state === 'cold' && row.startedAt === null && !row.kept;
  if (wanted === 'archive' && isUntouched) {
    await sandboxArchived(tx, storeId, workspaceId);
    return { state: 'archived', wanted: null };
  }
  wantOf(tx, storeId, workspaceId, wanted);
  effects.startWorkflow(workspaceLifecycle, { storeId, workspaceId });
  effects.wakeWorkflow(workspaceLifecycle, { storeId, workspaceId }, updates[wanted], {});
  return { ...row, wanted };
}
