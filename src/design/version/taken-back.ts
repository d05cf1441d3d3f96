import type { LiveRow, VersionRow } from '../../store/design/store';
import { stateWaiting } from '../../store/update/aggregate';
import { findAppliedAs, findOpenUpdate, reopenUpdate } from '../../store/update/store';
import { goAlong } from './going-along';
import type { PublishContext, Showing } from './publishing';

/**
 * A rollback of what an update has published, to the design of before it, takes that update back: it waits again, prepared for the
 * version that is live now. A main draft that went along with the update goes back with it.
 * @param left the live design that shoppers saw until now
 */
export async function takeUpdateBack(
  context: PublishContext,
  left: LiveRow,
  body: Showing,
  { seq }: VersionRow,
): Promise<void> {
  const { tx, storeId } = context;
  const applied = await findAppliedAs(tx, storeId, left.rev);
  if (applied?.beforeHash !== body.hash) return;
  // A newer version may wait by now.
  if (await findOpenUpdate(tx, storeId, applied.kind, applied.name)) return;
  await reopenUpdate(context, applied, { state: stateWaiting(applied), seq: null, baseRev: seq });
  await goAlong(context, left.hash, body, seq);
}
