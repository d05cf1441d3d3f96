import type { Queryable } from '../../kernel/database/queryable';
import type { Services } from '../../kernel/declaration/services';
import { type JpegOf, jpegsOf } from '../../media/jpeg/store';
import type { ListingLimits } from '../../provider/channel/listing';
import type { Terms } from '../offer/wish';
import { reachedAt } from '../provider/reached-at';
import { type Checking, sentPictures } from './check';
import type { PushedItem } from './item';
import { keptRules } from './rules';

interface Gathering {
  readonly db: Queryable;
  readonly settings: Services['settings'];
  readonly storeId: string;
  readonly ext: string;
  readonly limits: ListingLimits;
  readonly terms: Terms;
}

/** All that items are held against. */
export interface Gathered extends Checking {
  readonly pictures: ReadonlyMap<string, JpegOf>;
  /** The address at which the marketplace reaches the product. */
  readonly reached: string | undefined;
}

/** Reads all that these items are held against, at once for all of them. No provider is asked. */
export async function gather(
  { db, settings, storeId, ext, limits, terms }: Gathering,
  items: readonly PushedItem[],
): Promise<Gathered> {
  const mediaIds = [...new Set(items.flatMap((item) => sentPictures(item, limits)))];
  const pictures = await jpegsOf(db, storeId, mediaIds);
  const rules = await keptRules(db, storeId, ext, items);
  const reached = reachedAt(settings, ext);
  return { rules, limits, terms, pictures, isReached: reached !== undefined, reached };
}
