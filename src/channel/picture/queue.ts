import { PICTURES_MAX } from '../../catalog/product/aggregate';
import type { Transaction } from '../../kernel/database/queryable';
import { allowedHost, type PictureHost } from '../../provider/picture/hosts';
import type { RemoteProduct } from '../../provider/port';
import { takeUpPictures } from './store';

/** A product of the store, and the marketplace's view of it. */
export interface PairedProduct {
  readonly productId: string;
  readonly product: RemoteProduct;
}

/** Pictures that are to be fetched, and those at addresses from which none are. */
export interface PictureCounts {
  readonly queued: number;
  readonly elsewhere: number;
}

/** Queues pictures of products that no import has taken up: each at one address is one, and a product has no more than it may. @param hosts undefined: none are wanted */
export async function queuePictures(
  tx: Transaction,
  storeId: string,
  extension: string,
  pairs: readonly PairedProduct[],
  hosts: readonly PictureHost[] | undefined,
): Promise<PictureCounts> {
  if (!hosts) return { queued: 0, elsewhere: 0 };
  const named = pairs.flatMap(({ productId, product: { remoteId, images } }) =>
    [...new Set(images)]
      .slice(0, PICTURES_MAX)
      .map((url, position) => ({ extension, productId, position, remoteId, url })),
  );
  // As its address reads on the wire: what somebody else has written may hold what no text of the database does.
  const near = named.flatMap((each) => (allowedHost(hosts, each.url) ? { ...each, url: new URL(each.url).href } : []));
  return { queued: await takeUpPictures(tx, storeId, near), elsewhere: named.length - near.length };
}
