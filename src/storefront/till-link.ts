import { linkAt } from '../checkout/session/link';
import type { Session } from './sale/checkout-client';
import type { Notice } from './sale/words';
import { confirmIn, informationIn } from './till-steps';
import { placedAt, type Visit } from './visit';

const OVER: Notice = {
  kind: 'info',
  text: 'Bu ödeme bağlantısının süresi doldu ya da mağaza bağlantıyı iptal etti. Yeni bir bağlantı için mağazayı arayın.',
};

/**
 * The cart that a shop has put together on the telephone, for the one who has its link. The browser's own cart is another one, and stays:
 * whoever sends somebody a link puts nothing into it.
 */
async function linked(visit: Visit, id: string): Promise<Session | undefined> {
  const { body } = await visit.client.show(visit.storeId, id);
  if (body && body.orderId !== null && body.linkUntil !== null) {
    visit.goTo(placedAt(id));
    return undefined;
  }
  if (body && body.linkUntil !== null) return body;
  // Nothing is told of a cart without a link, not even that there is one.
  await visit.show({ kind: 'cart', value: { session: undefined, told: [OVER] } }, { status: 404 });
  return undefined;
}

/** The page at which the buyer sees what was agreed on the telephone, accepts it and pays. */
export async function showLinked(visit: Visit, id: string): Promise<void> {
  const session = await linked(visit, id);
  if (!session) return;
  await confirmIn(visit, session);
  // Its address names a cart of somebody: no other site learns it.
  visit.context.set('Referrer-Policy', 'same-origin');
}

export async function showLinkedInformation(visit: Visit, id: string): Promise<void> {
  const session = await linked(visit, id);
  if (session) await informationIn(visit, session.id, linkAt(id));
}
