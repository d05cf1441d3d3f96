import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema/schema';
import { findOffer } from './offer/store';
import { termsOf } from './offer/terms';
import { listingDetailSchema, listingDetailView } from './offer/view';
import { channelNeeds } from './provider/needs';

export default readRoute({
  id: 'channel.listings.get',
  label: { tr: 'Listelemeyi oku', en: 'Read a listing' },
  http: 'GET /v1/channel/{ext}/listings/{lst}',
  summary: "One listing with the marketplace's side of it.",
  policy: 'read',
  scope: 'catalog:read',
  needs: channelNeeds('known'),
  params: object({ ext: extensionKey, lst: id('lst') }),
  result: listingDetailSchema,
  refuses: ['not_found'],
  example: { params: { ext: exampleMarketplace, lst: exampleId('lst', 'CEZVE') } },

  async run({ db, storeId, params }) {
    return db.snapshot(async (moment) => {
      const row = await findOffer(moment, storeId, params.ext, params.lst);
      if (!row) refuse('not_found', 'There is no such listing.');
      return listingDetailView(row, await termsOf(moment, storeId, params.ext));
    });
  },
});
