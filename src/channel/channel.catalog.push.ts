import { product } from '../catalog/product/aggregate';
import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { channelOf } from '../extension/provider/providers';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { exampleId } from '../kernel/declaration/example';
import { Faults, refuse } from '../kernel/errors';
import { label, object, type Static, t, typeNamed } from '../kernel/schema/schema';
import { askForJob } from './job/ask';
import { settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { termsOf } from './offer/terms';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';
import { faultsOf } from './submission/check';
import { listingsPush } from './submission/declaration';
import { type Fault, sayFault, skippedSchema } from './submission/fault';
import { gather } from './submission/gather';
import { isListed } from './submission/item';
import { unknownCategories } from './submission/rules';
import { itemsOfProducts } from './submission/store';

const needs = channelNeeds(
  'enabled',
  'sendListings',
  'batch',
  'offers',
  'unapproved',
  'categories',
  'attributes',
  'attributeValues',
);

const PRODUCTS_MAX = 500;
const LISTINGS_MAX = 1_000;

const { jobOrReport, view, answerOf } = jobReports([listingsPush]);

export default command({
  id: 'channel.catalog.push',
  label: { tr: 'Ürünleri pazaryerine gönder', en: 'Push products to the marketplace' },
  summary:
    'Have the listings of these products approved by the marketplace; a durable job. All faults of all products are named before anything is sent. Of what is approved already, stock and price are sent.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs,
  // A product that a marketplace has taken up is taken back by other calls.
  irreversible: true,
  payload: object({
    ext: extensionKey,
    productIds: label(
      'Ürünler',
      'Products',
    )(
      t.Array(product.reference, {
        minItems: 1,
        maxItems: PRODUCTS_MAX,
        uniqueItems: true,
        description: `With at most ${LISTINGS_MAX} listings in all.`,
      }),
    ),
    partial: t.Optional(
      label(
        'Eksik olanları atla',
        'Leave out what is incomplete',
      )(t.Boolean({ description: 'True: listings with faults are left out. Otherwise one fault refuses all.' })),
    ),
  }),
  result: typeNamed('ListingsJob')(
    object({
      ...jobOrReport.properties,
      skipped: t.Optional(
        label(
          'Atlananlar',
          'Left out',
        )(t.Array(skippedSchema, { description: 'Listings that are left out, with all their faults.' })),
      ),
      uncheckedCategories: t.Optional(
        label(
          'Henüz bilinmeyen kategoriler',
          'Categories not known yet',
        )(
          t.Array(t.String(), {
            description:
              'The rules of these categories are not known here yet: the job asks for them, and checks their listings, before it sends anything.',
          }),
        ),
      ),
    }),
  ),
  refuses: [
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_request',
    'invalid_state',
    'not_listable',
  ],
  settles: settlesByJob(listingsPush.terms, {
    answer: answerOf,
  }),
  example: { ext: exampleMarketplace, productIds: [exampleId('prd', 'KAHVE')] },
  route: { http: 'POST /v1/channel/{ext}/catalog/push' },

  async run({ payload: { ext, productIds, partial = false }, ...context }) {
    const { tx, storeId } = context;
    const manifest = await enabledChannel(tx, storeId, ext, needs);
    const { items, faulty, uncheckedCategories } = await checked(context, ext, productIds);
    const faults = new Faults();
    for (const { faults: several, title: productTitle, ...of } of faulty)
      for (const told of several) {
        const pointer = `/productIds/${productIds.indexOf(of.productId)}`;
        faults.add('not_listable', pointer, sayFault(told), { ...of, productTitle, ...told });
      }
    const isNothing = items.every(({ id }) => faulty.some(({ listingId }) => listingId === id));
    if (!partial || isNothing) faults.refuse();
    const input = { listingMode: 'send', listingIds: items.map(({ id }) => id), partial } as const;
    const job = await askForJob(context, listingsPush, { extension: ext, extensionName: manifest.name, input });
    return { ...view(job), skipped: faulty, uncheckedCategories };
  },
});

type Faulty = Static<typeof skippedSchema>;

/** Holds the listings of the products against all that is known here of the rules of the marketplace: a transaction asks nobody. */
async function checked(
  { tx, storeId, services }: Pick<MutationContext, 'tx' | 'storeId' | 'services'>,
  ext: string,
  productIds: readonly string[],
) {
  const { listingLimits: limits } = channelOf(ext);
  if (!limits) throw new Error(`${ext} declares no limits of listings`);
  const all = await itemsOfProducts(tx, storeId, ext, productIds, LISTINGS_MAX + 1);
  if (all.length > LISTINGS_MAX) {
    const message = `have more than ${LISTINGS_MAX} listings in all`;
    refuse('invalid_request', `/productIds ${message}.`, { errors: [{ pointer: '/productIds', message }] });
  }
  // A listing that is taken off the channel does not hinder the others of its product.
  const items = all.filter(({ enabled, problem }) => enabled && problem === null);
  const unlisted = productIds
    .filter((productId) => !items.some((item) => item.productId === productId))
    .map((productId): Faulty => {
      const listed = all.find((item) => item.productId === productId);
      const told: Fault = { fault: listed ? 'not_offered' : 'listing_missing', field: 'productIds' };
      return { productId, listingId: null, title: listed?.productTitle ?? null, faults: [told] };
    });
  const fresh = items.filter((item) => !isListed(item));
  const terms = await termsOf(tx, storeId, ext);
  const checking = await gather({ db: tx, settings: services.settings, storeId, ext, limits, terms }, fresh);
  const faulty = fresh.flatMap((item): Faulty[] => {
    const { id: listingId, productId, title } = item;
    const faults = faultsOf(item, checking);
    return faults.length > 0 ? [{ productId, listingId, title, faults }] : [];
  });
  return { items, faulty: [...unlisted, ...faulty], uncheckedCategories: unknownCategories(checking.rules, fresh) };
}
