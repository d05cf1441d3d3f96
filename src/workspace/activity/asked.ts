import type { Queryable } from '../../kernel/database/queryable';
import type { WorkServices } from '../../kernel/declaration/services';
import { type ActivityKind, type ActivityRow, findEnds, giveWorkUp, lastUse, type Use } from './store';

type AskedServices = Pick<WorkServices, 'sandbox'>;

/**
 * Finds the works to which nobody attends: without an end by now, they will have none. A sandbox that does not answer knows of none, and
 * the clock decides.
 */
async function unattended({ sandbox }: AskedServices, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const attended = new Set(await sandbox.attended(ids).catch(() => ids));
  return ids.filter((id) => !attended.has(id));
}

/** These end with their caller. Backups and restores are driven by a workflow, which notes their end. */
const attendedTo: ReadonlySet<ActivityKind> = new Set(['exec', 'list', 'read', 'write']);

/** The feed as it is true now: work whose caller was killed does not run. */
export async function withLostWork<Row extends ActivityRow>(
  services: AskedServices & Pick<WorkServices, 'bookkeeping'>,
  storeId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const running = rows.filter(({ kind, outcome }) => outcome === 'running' && attendedTo.has(kind)).map(({ id }) => id);
  const lost = new Set(await unattended(services, running));
  if (lost.size === 0) return [...rows];
  // The process that attended to the work has noted its end before it left.
  const ends = new Map((await findEnds(services.bookkeeping(storeId), storeId, [...lost])).map((end) => [end.id, end]));
  return rows.map((row) => (lost.has(row.id) ? { ...row, outcome: 'exec_lost', ...ends.get(row.id) } : row));
}

/** The last use of a workspace. Work that is lost is told as such first. */
export async function currentUseOf(
  services: AskedServices,
  books: Queryable,
  storeId: string,
  workspaceId: string,
): Promise<Use> {
  const use = await lastUse(books, storeId, workspaceId);
  const lost = await unattended(services, use.running);
  if (lost.length === 0) return use;
  await giveWorkUp(books, storeId, lost);
  return lastUse(books, storeId, workspaceId);
}
