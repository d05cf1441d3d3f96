import type { CommandBus } from '../../kernel/bus';
import expire from '../media.expire';
import { findExpiredUploads, UPLOADS_EXPIRED_AT_ONCE } from './store';

/** @returns whether there may be more */
export function expireUploads(bus: CommandBus, storeId: string): Promise<boolean> {
  return bus.inTransaction<boolean>(storeId, async (tx) => {
    const uploadIds = await findExpiredUploads(tx, storeId, await bus.timeOf(tx), UPLOADS_EXPIRED_AT_ONCE);
    const [first] = uploadIds;
    if (!first) return { keep: false, value: false };
    await bus.issue(tx, expire, { storeId, workflowId: 'sweep', step: first, payload: { uploadIds }, cause: {} });
    return { keep: true, value: uploadIds.length === UPLOADS_EXPIRED_AT_ONCE };
  });
}
