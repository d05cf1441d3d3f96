import type { CommandBus } from '../../kernel/bus';
import type { NamingTable } from '../../kernel/table/naming';
import { namedIds } from '../../kernel/table/naming-store';
import expire from '../media.expire';
import { findExpiredUploads, UPLOADS_EXPIRED_AT_ONCE } from './store';
import { UPLOADS, upload } from './table';

/**
 * Deletes the next uploads whose time has come and that no row names, e.g. an item of a proposal that waits. Until then one lasts.
 * @param tables all that are declared
 * @param after what the page before has answered
 * @returns the last one that was looked at; undefined: there are no more
 */
export function expireUploads(
  bus: CommandBus,
  tables: readonly NamingTable[],
  storeId: string,
  after = '',
): Promise<string | undefined> {
  const others = tables.filter((table) => table !== upload);
  return bus.inTransaction<string | undefined>(storeId, async (tx) => {
    const expired = await findExpiredUploads(tx, storeId, await bus.timeOf(tx), after);
    const last = expired.length === UPLOADS_EXPIRED_AT_ONCE ? expired.at(-1) : undefined;
    // A command that would name an upload locks it first, as is done here.
    const named = await namedIds(tx, others, UPLOADS, storeId, expired);
    const uploadIds = expired.filter((id) => !named.has(id));
    const [first] = uploadIds;
    if (!first) return { keep: false, value: last };
    await bus.issue(tx, expire, { storeId, workflowId: 'sweep', step: first, payload: { uploadIds }, cause: {} });
    return { keep: true, value: last };
  });
}
