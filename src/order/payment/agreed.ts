import type { SessionRow } from '../../checkout/session/table';
import { canonicalJson, digestOf } from '../../kernel/canonical';
import type { Services } from '../../kernel/declaration/declare';

type Digests = Services['digests'];
type Agreed = Pick<
  SessionRow,
  'quote' | 'buyerName' | 'buyerEmail' | 'buyerPhone' | 'shippingAddress' | 'billing' | 'note'
>;

/** Of all that a session says when its payment is begun: keyed, since a buyer's address could be guessed out of a digest of it. */
export function agreedDigest(digests: Digests, storeId: string, session: Agreed): string {
  const { quote, buyerName, buyerEmail, buyerPhone, shippingAddress, billing, note } = session;
  const said = { quote, buyerName, buyerEmail, buyerPhone, shippingAddress, billing, note };
  return digests.fingerprint(canonicalJson(said), `agreed|${storeId}`).toString('hex');
}

/** Whether a session says what its buyer pays for. @param digest of that; of older payments it is that of the quote, or null */
export const isAgreed = (digests: Digests, storeId: string, session: Agreed, digest: string | null): boolean =>
  digest === null || digest === agreedDigest(digests, storeId, session) || digest === digestOf(session.quote);
