import mediaCommit from '../catalog/catalog.media.commit';
import createProduct from '../catalog/catalog.product.create';
import setMedia from '../catalog/catalog.product.setMedia';
import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { object, t, typeNamed } from '../kernel/schema/schema';
import mediaUpload from '../media/media.upload';
import listingSet from './channel.listing.set';
import { catalogPull, importMode } from './import/declaration';
import { askForJob } from './job/ask';
import { settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { enabledChannel } from './provider/enabled';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('enabled', 'products');

/** The reports of imports alone, as answers show them. */
const { jobOrReport: importOrReport, view, answerOf } = jobReports([catalogPull]);

export default command({
  id: 'channel.catalog.pull',
  label: { tr: 'Kataloğu içe aktar', en: 'Import the catalog' },
  summary: 'Import the marketplace catalog, or preview what an import would do; a durable job.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs,
  // An import is no single change to undo: its products and listings are taken back change by change.
  irreversible: true,
  payload: object({ ext: extensionKey, mode: t.Optional(importMode({ description: 'Left out, it is `import`.' })) }),
  result: typeNamed('ImportJob')(importOrReport),
  refuses: [
    'not_found',
    'extension_not_installed',
    'not_offered',
    'extension_not_ready',
    'extension_not_enabled',
    'invalid_state',
  ],
  issues: [createProduct, listingSet, mediaUpload, mediaCommit, setMedia],
  settles: settlesByJob(catalogPull.terms, {
    answer: answerOf,
  }),
  example: { ext: exampleMarketplace, mode: 'preview' },
  route: { http: 'POST /v1/channel/{ext}/catalog/pull' },

  async run({ payload, ...context }) {
    const { tx, storeId } = context;
    const manifest = await enabledChannel(tx, storeId, payload.ext, needs);
    const input = { mode: payload.mode ?? 'import' };
    return view(await askForJob(context, catalogPull, { extension: payload.ext, extensionName: manifest.name, input }));
  },
});
