import type { CommandBus } from '../../kernel/bus';
import type { Outcome } from '../../kernel/bus/call';
import type { Mutation } from '../../kernel/declare';
import { refuse } from '../../kernel/errors';
import { ID_PATTERN, newUlid } from '../../kernel/ids';
import type { Principal } from '../../kernel/principal';
import { id, object } from '../../kernel/schema';
import { deleteUpload, lockUpload } from './store';
import { uploadSnapshot } from './view';

const UPLOAD_ID = new RegExp(`^${ID_PATTERN}$`);

/** Of an upload that waits, at its owner's word: it makes room, and what would commit it is refused. Its bytes are swept. */
const discard: Mutation = {
  id: 'media.discard',
  policy: 'owner',
  flags: [],
  irreversible: true,
  refuses: ['not_found'],
  payload: object({ uploadId: id('upl') }),
  async run({ payload, storeId, tx, now, record }) {
    const { uploadId } = payload as { uploadId: string };
    const upload = await lockUpload(tx, storeId, uploadId, now);
    deleteUpload(tx, storeId, uploadId);
    record('upload', uploadId, uploadSnapshot(upload), null);
    return {};
  },
};

/** @throws {Refusal} not_found for what is no identifier */
export async function discardUpload(bus: CommandBus, principal: Principal, uploadId: string): Promise<Outcome> {
  if (!UPLOAD_ID.test(uploadId)) refuse('not_found', 'There is no such upload.');
  return bus.execute({ principal, mutation: discard, payload: { uploadId }, key: newUlid() });
}
