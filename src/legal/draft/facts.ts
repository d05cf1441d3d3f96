import { createHash } from 'node:crypto';
import type { Queryable } from '../../kernel/database/queryable';
import { findCheckout } from '../../store/checkout/store';
import { findSeller, type Seller } from '../../store/seller-store';

/** The facts of a shop of which its texts are filled. */
export interface LegalFacts {
  readonly seller: Seller;
  /** In kuruş; null, as the next one, where nobody has stated how the shop delivers. */
  readonly shippingFee: number | null;
  readonly freeShippingFrom: number | null;
}

/** @returns undefined where nobody has stated who sells */
export async function factsOf(db: Queryable, storeId: string): Promise<LegalFacts | undefined> {
  const seller = await findSeller(db, storeId);
  if (!seller) return undefined;
  const checkout = await findCheckout(db, storeId);
  return {
    seller,
    shippingFee: checkout?.shippingFee ?? null,
    freeShippingFrom: checkout?.freeShippingFrom ?? null,
  };
}

/** The digest of the facts: a text that was confirmed by others is told to its owner. */
export const groundOf = (facts: LegalFacts): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex');
