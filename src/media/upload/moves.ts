import type { CommandBus } from '../../kernel/bus';
import type { Outcome } from '../../kernel/bus/call';
import { refuse } from '../../kernel/errors';
import { ID_PATTERN, newUlid } from '../../kernel/ids';
import type { Principal } from '../../kernel/principal';
import discard from '../media.discard';
import expire from '../media.expire';
import { findExpiredUploads, UPLOADS_EXPIRED_AT_ONCE } from './store';

const UPLOAD_ID = new RegExp(`^${ID_PATTERN}$`);

/** The owner discards it himself: the audit row names him. @throws {Refusal} not_found for what is no identifier */
export async function discardUpload(
  bus: CommandBus,
  principal: Principal,
  uploadId: string,
  requestId: string,
): Promise<Outcome> {
  if (!UPLOAD_ID.test(uploadId)) refuse('not_found', 'There is no such upload.');
  return bus.execute({ principal, mutation: discard, payload: { uploadId }, key: newUlid(), requestId });
}

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
