import { findSandbox } from '../../access/sandbox/store';
import type { WorkContext } from '../../kernel/declaration/context';
import { type HostedPlace, SandboxError } from '../../kernel/declaration/sandbox';
import type { LifeFault } from '../../kernel/declaration/workspace-life';
import { Refusal, refuse } from '../../kernel/errors';
import type { ProblemCode } from '../../kernel/problems';
import { placeOf } from '../life/dependencies';

type Context = Pick<WorkContext, 'db' | 'services' | 'storeId'>;

const RETRY_SECONDS = 2;

/**
 * The place in which a workspace works now; one that rests is woken for it.
 * @throws {Refusal} invalid_state @throws {SandboxError}
 */
export async function placeToWork({ db, services, storeId }: Context, workspaceId: string): Promise<HostedPlace> {
  let failed = '';
  for (let tries = 0; ; tries += 1) {
    const row = await findSandbox(db, storeId, workspaceId);
    if (!row) refuse('invalid_state', 'The workspace has no sandbox.', { facts: { state: 'none' } });
    const isReady = (row.state === 'warm' || row.state === 'backing_up') && row.wanted === null;
    if (isReady) return placeOf(storeId, row);
    if (row.state === 'failed' && row.reason !== null) failed = ` Before, this stood in the way: ${row.reason}`;
    if (tries > 0) throw starting('It is not ready yet.', failed);
    await wake({ services, storeId }, workspaceId).catch((error: unknown) => {
      // A try that takes long answers nobody: its fault is told to whoever comes next.
      if (error instanceof SandboxError && error.fault === 'workspace_starting') throw starting(error.message, failed);
      throw error;
    });
  }
}

const starting = (message: string, failed: string): SandboxError =>
  new SandboxError('workspace_starting', message + failed);

/** @throws {Refusal} invalid_state @throws {SandboxError} */
export async function wake(
  { services, storeId }: Pick<Context, 'services' | 'storeId'>,
  workspaceId: string,
): Promise<void> {
  const fault = await services.life.ensureWarm({ storeId, workspaceId });
  if (!fault) return;
  if (fault.fault === 'archived') throw refusalOfLife(fault);
  throw new SandboxError(fault.fault, fault.message);
}

/** Many faults are told by their code alone: the title of the refusal says more. */
const wordsOf = ({ fault, message }: LifeFault): string | undefined => (message === fault ? undefined : message);

export function refusalOfLife({ fault, message }: LifeFault): Refusal {
  if (fault === 'archived') return new Refusal('invalid_state', message, { facts: { state: 'archived' } });
  const code: ProblemCode =
    fault === 'exec_lost' || fault === 'not_started' ? 'workspace_starting' : (fault as ProblemCode);
  const retries = new Set(['workspace_starting', 'workspace_busy', 'sandbox_unavailable', 'too_many_execs']);
  return new Refusal(code, wordsOf({ fault, message }), retries.has(code) ? { retryAfterSeconds: RETRY_SECONDS } : {});
}
