import { MAIN } from '../../access/workspace/readable';
import { findWorkspace } from '../../access/workspace/store';
import type { WorkspaceRow } from '../../access/workspace/table';
import type { Queryable } from '../../kernel/database/queryable';
import type { WorkContext } from '../../kernel/declaration/context';
import {
  type DoneOf,
  type Ended,
  type HostedPlace,
  insidePath,
  SandboxError,
  type Work,
  writtenBy,
} from '../../kernel/declaration/sandbox';
import { Refusal, refuse } from '../../kernel/errors';
import { newId } from '../../kernel/ids';
import { workspaceWork } from '../../kernel/metrics';
import type { ProblemCode } from '../../kernel/problems';
import { masked } from '../activity/masked';
import { type End, noteBegin, noteEnd } from '../activity/store';
import { attended } from './attended';
import { placeToWork, refusalOfLife, wake } from './ready';

type Context = Pick<WorkContext, 'db' | 'principal' | 'services' | 'storeId'>;
type Reaching = Pick<WorkContext, 'principal' | 'storeId'> & { readonly db: Queryable };

/** The codes with which any work in a workspace may be refused. */
export const workRefuses = [
  'not_found',
  'agent_workspace_only',
  'invalid_state',
  'path_outside',
  'too_many_execs',
  'exec_lost',
  'archive_failed',
  'sandbox_full',
  'workspace_busy',
  'workspace_starting',
  'sandbox_unavailable',
] as const satisfies readonly ProblemCode[];

/** More than any start of a command and any end of its tree take. */
const BESIDE_MS = 60_000;
export const FILE_WORK_MS = 10_000;
/** More than work on files takes that has to be begun twice. */
export const FILES_ANSWER_WITHIN_MS = 180_000;

/** The store itself has a draft, and nothing runs in there. @throws {Refusal} invalid_state */
export function assertSandbox(workspaceId: string): void {
  if (workspaceId === MAIN)
    refuse('invalid_state', 'The main draft of the store has no sandbox.', { facts: { state: 'none' } });
}

/**
 * Says that the caller works in a workspace: an agent in its own alone.
 * @throws {Refusal} agent_workspace_only, not_found, invalid_state of the store's own draft
 */
export async function reachWorkspace({ db, principal, storeId }: Reaching, workspaceId: string) {
  const found = workspaceId === MAIN ? undefined : await findWorkspace(db, storeId, workspaceId);
  if (principal.kind === 'agent' && principal.workspaceId !== workspaceId)
    refuse('agent_workspace_only', `The call works on ${workspaceId}, which is not the workspace of the token.`, {
      errors: [{ pointer: '/path/ws', message: 'is not the workspace of the token' }],
      facts: { workspaceId: principal.workspaceId },
    });
  assertSandbox(workspaceId);
  return found as WorkspaceRow;
}

/** @throws {Refusal} as {@link reachWorkspace} does, and invalid_state of one that is archived */
export async function openWorkspace(context: Reaching, workspaceId: string): Promise<void> {
  const { archivedAt } = await reachWorkspace(context, workspaceId);
  if (archivedAt) refuse('invalid_state', 'The workspace is archived.', { facts: { state: 'archived' } });
}

/** @param pointer the pointer of the path in the request @throws {Refusal} path_outside */
export function pathAt(pointer: string, stated: string): string {
  try {
    return insidePath(stated);
  } catch (error) {
    return refuse('path_outside', (error as Error).message, {
      errors: [{ pointer, message: 'leads out of /workspace' }],
    });
  }
}

interface AskedWork<W extends Work> {
  readonly workspaceId: string;
  readonly work: W;
  /** @default a new one */
  readonly activityId?: string;
  /** The work ends with it. */
  readonly gone?: AbortSignal | undefined;
  /** The caller attends to the work itself. */
  readonly isAttended?: true;
}

export const withinMsOf = (work: Work): number => (work.do === 'exec' ? work.timeoutMs : FILE_WORK_MS) + BESIDE_MS;

/** Does work in the sandbox of a workspace that the caller may work in. The feed tells of it, however it ends. */
export async function workIn<W extends Work>(
  context: Context,
  { isAttended, activityId = newId('wac'), ...asked }: AskedWork<W>,
): Promise<DoneOf<W>> {
  if (isAttended) return notedIn(context, { activityId, ...asked });
  // Without a sandbox that hears of it there is no work either, and the feed tells that.
  const leave = await context.services.sandbox.attend(activityId).catch(() => () => {});
  return notedIn(context, { activityId, ...asked }).finally(leave);
}

async function notedIn<W extends Work>(
  context: Context,
  { workspaceId, work, activityId, gone }: AskedWork<W> & { readonly activityId: string },
): Promise<DoneOf<W>> {
  const { services, storeId, principal } = context;
  const books = services.bookkeeping(storeId);
  const since = performance.now();
  const subject = masked(work.do === 'exec' ? work.command : work.path);
  const { kind: byKind, id: byId } = principal;
  const withinMs = withinMsOf(work);
  await noteBegin(books, { id: activityId, storeId, workspaceId, kind: work.do, byKind, byId, subject, withinMs });
  const end = (more: Pick<End, 'outcome'> & Partial<End>) => {
    const durationMs = Math.round(performance.now() - since);
    workspaceWork.observe({ kind: work.do, outcome: more.outcome }, durationMs / 1_000);
    return noteEnd(books, storeId, activityId, { exitCode: null, durationMs, bytes: 0, ...more });
  };
  try {
    const done = await ran(context, workspaceId, work, gone);
    await end({ outcome: outcomeOf(work, done), ...factsOf(work, done) });
    return done;
  } catch (error) {
    if (error instanceof Refusal) await end({ outcome: error.code });
    if (!(error instanceof SandboxError)) throw error;
    await end({ outcome: error.fault });
    throw refusalOf(error);
  }
}

/** Does work where the files are. A folder that went meanwhile is brought back once: nothing has begun in it. */
async function ran<W extends Work>(
  context: Context,
  workspaceId: string,
  work: W,
  gone?: AbortSignal,
): Promise<DoneOf<W>> {
  try {
    return await ranAt(context, await placeToWork(context, workspaceId), work, gone);
  } catch (error) {
    if (!(error instanceof SandboxError) || error.fault !== 'not_started') throw error;
    await wake(context, workspaceId);
    return await ranAt(context, await placeToWork(context, workspaceId), work, gone);
  }
}

/** A command has a way to the API. Where that does not open it runs all the same, and reaches nothing. */
async function ranAt<W extends Work>(
  context: Context,
  place: HostedPlace,
  work: W,
  gone?: AbortSignal,
): Promise<DoneOf<W>> {
  const { services, principal } = context;
  const { sandbox, ways, log } = services;
  if (work.do !== 'exec') return sandbox.run(place, work);
  const way = await ways.open({ place, principal, withinMs: withinMsOf(work) }).catch((err: unknown) => {
    log.warn({ err }, 'a command of a workspace runs without a way to the API');
    return undefined;
  });
  const asked = { ...work, ...(way ? { way } : {}) };
  return attended(context, gone, (ended) => sandbox.run(place, asked, ended));
}

const outcomeOf = (work: Work, done: unknown): string => (work.do === 'exec' && (done as Ended).stoppedBy) || 'done';

function factsOf(work: Work, done: unknown): Partial<End> {
  if (work.do === 'exec') {
    const ended = done as Ended;
    return { exitCode: ended.exitCode, bytes: writtenBy(ended) };
  }
  if (work.do === 'read') return { bytes: (done as DoneOf<typeof work>).content.length };
  if (work.do === 'write') return { bytes: work.content.length };
  return {};
}

export function refusalOf({ fault, message }: SandboxError): Refusal {
  if (fault === 'file_not_found') return new Refusal('not_found', 'There is no such file or folder.');
  if (fault === 'file_too_large') return new Refusal('payload_too_large', 'The file has more than 1 MiB.');
  if (fault === 'exec_lost' || fault === 'exec_stopped') return new Refusal('exec_lost', message);
  return refusalOfLife({ fault, message });
}
