import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { contentSchema, exampleContent, placeless } from '../kernel/declaration/content';
import { label, nullable, object, t, typeNamed } from '../kernel/schema/schema';
import { pictureAnew } from '../media/image/anew';
import { exampleImage } from '../media/image/example';
import { imageTypes, readImage } from '../media/image/signature';
import { BRAND_LOGOS_MAX } from '../provider/port';
import { brandCreate, brandId, brandName, spelled } from './brand/declaration';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import type { FoundJob } from './job/store';
import { jobViews } from './kinds/view';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('enabled', 'brands', 'createBrand');

const { fields: jobFields, view } = jobViews([brandCreate]);

/** A logo needs no more, and three of them fit into one request of a provider's. */
const LOGO_BYTES_MAX = 2 * 1024 * 1024;

/**
 * Codes with which a caller who waits for a brand is refused. A job that failed for any other reason may succeed when it is asked for
 * again.
 */
const refusals = ['brand_taken', ...onceRefusals] as const;

export default command({
  id: 'channel.brand.create',
  label: { tr: 'Pazaryerinde marka oluştur', en: 'Create a brand at the marketplace' },
  summary:
    'Create a brand at the marketplace, with one to three logos. It is a durable job, and no call takes the brand back.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs,
  // Marketplaces delete no brand.
  irreversible: true,
  payload: object({
    ext: extensionKey,
    name: brandName,
    logos: label('Logolar', 'Logos')(t.Array(contentSchema, { minItems: 1, maxItems: BRAND_LOGOS_MAX })),
  }),
  // A photograph says where it was taken, and behind a picture there may be any other file.
  files: {
    logos: {
      types: imageTypes,
      bytesMax: LOGO_BYTES_MAX,
      read: readImage,
      anew: pictureAnew,
      example: exampleImage,
    },
  },
  result: typeNamed('BrandJob')(object({ ...jobFields, brandId: nullable(brandId) })),
  refuses: [
    'not_found',
    'extension_not_installed',
    'extension_not_ready',
    'extension_not_enabled',
    'consent_required',
    'invalid_state',
    ...refusals,
  ],
  settles: settlesByJob(brandCreate.terms, { answer: (_db, _storeId, job) => answerOf(job), refusals }),
  example: { ext: exampleMarketplace, name: 'Şık Tezgâh', logos: [exampleContent] },
  route: { http: 'POST /v1/channel/{ext}/remote/brands' },

  async run({ payload: { ext, name, logos }, ...context }) {
    const manifest = await enabledChannel(context.tx, context.storeId, ext, needs);
    const job = await askForJob(context, brandCreate, {
      extension: ext,
      extensionName: manifest.name,
      input: { brand: spelled(name), logos: logos.map(placeless) },
      files: logos,
    });
    return answerOf(job);
  },
});

const answerOf = (job: FoundJob) => ({ ...view(job), brandId: brandCreate.readable(job)?.progress.brandId ?? null });
