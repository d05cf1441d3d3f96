import type { SessionRow } from '../../checkout/session/table';
import { canonicalJson } from '../../kernel/canonical';
import type { Services } from '../../kernel/declaration/services';
import { digestOf } from '../../kernel/digest';

type Digests = Services['digests'];
type Agreed = Pick<
  SessionRow,
  'quote' | 'buyerName' | 'buyerEmail' | 'buyerPhone' | 'shippingAddress' | 'billing' | 'note'
>;

/** Digest of the session when its payment begins. It is keyed, since a plain digest would let people guess the buyer's address. */
export function agreedDigest(digests: Digests, storeId: string, session: Agreed): string {
  const { quote, buyerName, buyerEmail, buyerPhone, shippingAddress, billing, note } = session;
  const said = { quote, buyerName, buyerEmail, buyerPhone, shippingAddress, billing, note };
  return digests.fingerprint(canonicalJson(said), `agreed|${storeId}`).toString('hex');
}

/**
 * Tells whether a session still states the sums that its buyer pays.
 * @param digest the digest of the session; older payments have that of the quote, or null
 */
export const isAgreed = (digests: Digests, storeId: string, session: Agreed, digest: string | null): boolean =>
  digest === null || digest === agreedDigest(digests, storeId, session) || digest === digestOf(session.quote);
