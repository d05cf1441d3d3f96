import { createHash } from 'node:crypto';
import type { SentOffer } from '../../provider/channel/listing';

/** An item that is to be sent, and what may be added to it without changing what it means. */
export interface Sendable {
  readonly offer: SentOffer;
  /** The price that the marketplace is to show anyway; null: it is not to be sent. */
  readonly prices: Required<Pick<SentOffer, 'price' | 'listPrice'>> | null;
}

/** Names a request by its content: by which of its names an item goes says nothing. */
export const digestOf = (items: readonly SentOffer[]): string =>
  createHash('sha256')
    .update(JSON.stringify(items.map(({ variantId: _, ...said }) => said)))
    .digest('hex');

export interface Composed {
  readonly items: readonly SentOffer[];
  readonly digest: string;
  /** The number of the asked items in it, which are the first ones; the others are companions. */
  readonly taken: number;
}

/**
 * Composes a request that no earlier one equals: as it is, with prices, with fewer items, or with others whose values stay as they are.
 * @param sent digests of requests that may not be repeated
 * @returns undefined where each composition was sent
 */
export function compose(
  asked: readonly Sendable[],
  companions: readonly SentOffer[],
  sent: ReadonlySet<string>,
): Composed | undefined {
  for (const { items, taken } of compositions(asked, companions)) {
    const digest = digestOf(items);
    if (!sent.has(digest)) return { items, digest, taken };
  }
  return undefined;
}

function* compositions(asked: readonly Sendable[], companions: readonly SentOffer[]) {
  const plain = asked.map(({ offer }) => offer);
  yield { items: plain, taken: asked.length };
  const priced = asked.map(({ offer, prices }) =>
    offer.price === undefined && prices ? { ...offer, ...prices } : offer,
  );
  if (priced.some((offer, at) => offer !== plain[at])) yield { items: priced, taken: asked.length };
  for (let taken = asked.length - 1; taken > asked.length / 2; taken -= 1)
    yield { items: plain.slice(0, taken), taken };
  const others = companions.filter(({ barcode }) => !plain.some((offer) => offer.barcode === barcode));
  for (const other of others) yield { items: [...plain, other], taken: asked.length };
}
