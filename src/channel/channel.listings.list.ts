import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { assertKept } from '../extension/store';
import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, id, object, t } from '../kernel/schema/schema';
import { listOffers } from './offer/store';
import { termsOf } from './offer/terms';
import { listingSchema, listingView } from './offer/view';
import { assertChannel, channelNeeds } from './provider/needs';

export default readRoute({
  id: 'channel.listings.list',
  label: { tr: 'Listelemeleri listele', en: 'List the listings' },
  http: 'GET /v1/channel/{ext}/listings',
  summary: 'Listings with status, effective price, pushed against live stock, drift and last error.',
  policy: 'read',
  scope: 'catalog:read',
  needs: channelNeeds('known'),
  params: object({ ext: extensionKey }),
  query: object({ ...countedPageQuery, productId: t.Optional(id('prd')) }),
  result: countedPage(listingSchema),
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ext: exampleMarketplace }, query: { productId: exampleId('prd', 'CEZVE') } },

  run({ db, storeId, params, query: { productId = null }, cursors }) {
    assertChannel(params.ext);
    // Listings are shown by the settings of the same moment.
    return db.snapshot(async (moment) => {
      await assertKept(moment, storeId, params.ext);
      const terms = await termsOf(moment, storeId, params.ext);
      return cursors.countedPageById(moment, {
        rows: (from, after, most) => listOffers(from, storeId, params.ext, { productId, after }, most),
        view: (row) => listingView(row, terms),
      });
    });
  },
});
