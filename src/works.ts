import type * as driving from '../workflows/driving';
import { senderWork } from './cargo/sender/work';
import { channelJobWork } from './channel/job/work';
import { hookWork } from './extension/hook/work';
import type { Abandonment } from './kernel/declaration/job';
import type { Work, WorkDependencies } from './kernel/work/work';
import { mailWork } from './mail/work';
import { mediaWork } from './media/image/work';
import { metafieldWork } from './metafield/purge/work';
import { bookingWork, cancellingWork } from './order/booking/work';
import { paymentWork } from './order/payment/work';
import { refundWork } from './order/refund/work';
import { trackingWork } from './order/tracking/work';
import { proposalWork } from './proposal/work';
import { webhookWork } from './webhook/work';

/** What each workflow drives that stands for a row. A workflow without an entry does not compile. */
export const works: Readonly<Record<keyof typeof driving, Work>> = {
  cargoBooking: bookingWork,
  cargoSender: senderWork,
  channelJob: channelJobWork,
  hookBreaker: hookWork,
  mailDelivery: mailWork,
  mediaVariants: mediaWork,
  metafieldPurge: metafieldWork,
  paymentAttempt: paymentWork,
  proposalApplication: proposalWork,
  refund: refundWork,
  webhookIngestion: webhookWork,
  shipmentCancelling: cancellingWork,
  shipmentTracking: trackingWork,
};

const byKind = new Map(Object.values(works).map((work) => [work.kind, work]));

/**
 * Ends a row that no workflow drives to its end, where its owner looks for it; may be called again.
 * @throws for a workflow that stands for no row that is known here: it would be left open for ever
 */
export async function abandonWork(
  dependencies: WorkDependencies,
  { storeId, workflowId }: { readonly storeId: string; readonly workflowId: string },
  why: Abandonment,
): Promise<void> {
  const { work, row } = drivenBy(workflowId);
  await work.abandon(dependencies, storeId, row, why);
}

/** Says of a row where its owner looks for it that its workflow gets no further; may be called again. */
export async function noteStuckWork(
  dependencies: WorkDependencies,
  { storeId, workflowId }: { readonly storeId: string; readonly workflowId: string },
): Promise<void> {
  const { work, row } = drivenBy(workflowId);
  await work.noteStuck?.(dependencies, storeId, row);
}

function drivenBy(workflowId: string): { readonly work: Work; readonly row: string } {
  const [kind = '', row = ''] = workflowId.split('/');
  const work = byKind.get(kind);
  if (!work) throw new Error(`${workflowId} is of a kind that nothing here can end`);
  return { work, row };
}
