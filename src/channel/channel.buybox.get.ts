import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { exampleId } from '../kernel/declaration/example';
import { workRoute } from '../kernel/declaration/route';
import { Faults, refuse } from '../kernel/errors';
import { object, t, time, typeNamed } from '../kernel/schema/schema';
import { KEPT_MAX, keepPlaces, placesOf } from './buybox/store';
import { buybox } from './buybox/table';
import { allOffers } from './offer/store';
import { answerOf, answerRefusals } from './provider/answer';
import { connectChannel } from './provider/connect';
import { channelNeeds } from './provider/needs';
import { itemOf } from './push/look';

const needs = channelNeeds('ready', 'buybox');

const LISTINGS_MAX = 100;

const { listingId, ...place } = buybox.answers;
const places = typeNamed('BuyboxPlace')(object(place));

export default workRoute({
  id: 'channel.buybox.get',
  label: { tr: 'Buybox sırasını oku', en: 'Read places in the buybox' },
  http: 'GET /v1/channel/{ext}/buybox',
  summary: `The rank of listings in the buybox and the best prices, of up to ${LISTINGS_MAX}, with the last ${KEPT_MAX} places that each was seen at.`,
  policy: 'quote',
  scope: 'catalog:read',
  asksProvider: true,
  needs,
  params: object({ ext: extensionKey }),
  query: object({
    listings: t.String({
      minLength: 1,
      maxLength: 100_000,
      pattern: '^lst_[0-9A-HJKMNP-TV-Z]{26}(,lst_[0-9A-HJKMNP-TV-Z]{26})*$',
      description: `Ids of listings, with commas between them, at most ${LISTINGS_MAX}.`,
    }),
  }),
  result: object({
    items: t.Array(object({ listingId, barcode: t.String(), ...place, history: t.Array(places) })),
    missing: t.Array(t.String(), { description: 'Listings of which the marketplace tells no place.' }),
    asOf: time(),
  }),
  refuses: [
    'invalid_request',
    'too_many_listings',
    'listing_unknown',
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, query: { listings: exampleId('lst', 'CEZVE') } },

  async run({ db, services, storeId, params: { ext }, query }) {
    const ids = [...new Set(query.listings.split(','))];
    if (ids.length > LISTINGS_MAX) {
      const message = `names ${ids.length} listings, and ${LISTINGS_MAX} are asked for at once`;
      refuse('too_many_listings', `/query/listings ${message}.`, { errors: [{ pointer: '/query/listings', message }] });
    }
    const { adapter, provider } = await connectChannel({ db, services, storeId, ext, needs });
    const rows = await allOffers(db, storeId, ext, { after: '', listingIds: ids }, ids.length);
    const faults = new Faults();
    const known = new Set(rows.map(({ id }) => id));
    ids.forEach((id, at) => {
      if (!known.has(id))
        faults.add('listing_unknown', `/query/listings/${at}`, 'names no listing of this marketplace');
    });
    faults.refuse();
    const coded = rows.flatMap((row) => (row.barcode === null ? [] : [{ id: row.id, item: itemOf(row, row.barcode) }]));
    const askedMax = provider.offerLimits?.buyboxAsked ?? 1;
    const told = await answerOf(async (signal) => {
      const found = [];
      for (let at = 0; at < coded.length; at += askedMax) {
        const items = coded.slice(at, at + askedMax).map(({ item }) => item);
        found.push(...(await adapter.buybox(items, signal)));
      }
      return new Map(found.map((each) => [each.barcode, each]));
    });
    const asOf = new Date().toISOString();
    const seen = coded.flatMap(({ id, item }) => {
      const found = told.get(item.barcode);
      return found ? [{ listingId: id, ...found }] : [];
    });
    await keepPlaces(services.bookkeeping(storeId), storeId, seen, asOf);
    const kept = await placesOf(
      db,
      storeId,
      seen.map((each) => each.listingId),
    );
    const items = seen.map(({ listingId, barcode, ...now }) => {
      const history = kept.flatMap((row) => (row.listingId === listingId ? [buybox.answer(row)] : []));
      const since = history[0]?.since ?? asOf;
      return { listingId, barcode, ...now, since, asOf, history: history.map(({ listingId: _, ...each }) => each) };
    });
    const placed = new Set(seen.map((each) => each.listingId));
    return { items, missing: ids.filter((id) => !placed.has(id)), asOf };
  },
});
