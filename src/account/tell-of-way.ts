import type { MutationContext } from '../kernel/declaration/context';
import { mailWayChange } from '../mail/notify';
import type { WayChange } from '../mail/text';
import { sessionOf } from './session/confirmed';
import { sessionDevice } from './session/store';

/**
 * Mails the caller that something else opens the account now. Whoever holds a stolen session is seen by that, so each call that adds, removes
 * or renews a way in tells of it. The mail stays with the change, or neither does.
 */
export async function tellOfWay(context: MutationContext, change: WayChange): Promise<void> {
  const { principal, storeId, tx } = context;
  const device = await sessionDevice(tx, storeId, sessionOf(principal));
  await mailWayChange(context, { ownerId: principal.id, device: device ?? '-', ...change });
}
