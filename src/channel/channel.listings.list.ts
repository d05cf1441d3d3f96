import { extensionKey } from '../extension/extension.view';
import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { id, object, page, pageQuery, t } from '../kernel/schema';
import { listListings } from './listing.store';
import { listingSchema, listingView } from './listing.view';

export default readRoute({
  id: 'channel.listings.list',
  http: 'GET /v1/channel/{ext}/listings',
  summary: 'Listings with status, effective price, pushed against live stock, drift and last error.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ ext: extensionKey }),
  query: object({ ...pageQuery, productId: t.Optional(id('prd')) }),
  result: page(listingSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, params, query }) {
    const { limit = 50, cursor, productId } = query;
    const shape = `listings ${params.ext} ${productId ?? ''}`;
    const after = cursor ? (decodeCursor(shape, cursor, 1)[0] as string) : null;
    const rows = await listListings(db, storeId, params.ext, { productId: productId ?? null, after }, limit + 1);
    return pageOf(rows, limit, listingView, (row) => encodeCursor(shape, [row.id]));
  },
});
