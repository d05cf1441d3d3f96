import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { FileAnswer } from '../kernel/declaration/file';
import { fileWorkRoute } from '../kernel/declaration/route';
import { Refusal, refuse } from '../kernel/errors';
import { label, line, object, t } from '../kernel/schema/schema';
import { type NamedPackage, packagesNamed } from '../order/package/named-store';
import type { RemoteLabel } from '../provider/channel/package';
import type { ChannelAdapter } from '../provider/port';
import { fetchEachLabel } from './label/each';
import { drawLabelFile, FILE_BYTES_MAX } from './label/file';
import { labelsOf, pagesOf } from './label/labels';
import { PACKAGES_MAX } from './label/limits';
import { answerRefusals } from './provider/answer';
import { connectChannel } from './provider/connect';
import { packageLabelNeeds } from './provider/parcel-needs';

/** A longer list is none of packages to print. */
const IDS_MAX = 1_000;

export default fileWorkRoute({
  id: 'channel.packages.labels',
  label: { tr: 'Pazaryeri etiketlerini topluca al', en: 'Fetch the labels of several packages' },
  http: 'POST /v1/channel/{ext}/labels',
  summary:
    'One PDF of the labels of up to 50 packages, of at most 100 pages. One fault refuses all and names every fault; with `partial`, faulty packages are left out and named in the header `Left-Out`.',
  policy: 'quote',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  needs: packageLabelNeeds,
  params: object({ ext: extensionKey }),
  body: object({
    packageIds: label(
      'Paketler',
      'Packages',
    )(
      t.Array(line(100), {
        minItems: 1,
        maxItems: IDS_MAX,
        uniqueItems: true,
        description: `Ids of packages, at most ${PACKAGES_MAX}.`,
      }),
    ),
    partial: t.Optional(
      label(
        'Olanları al',
        'Those that there are',
      )(t.Boolean({ description: 'Leave out packages that have no label.' })),
    ),
  }),
  produces: { types: ['application/pdf'], bytesMax: FILE_BYTES_MAX },
  refuses: [
    'too_many_packages',
    'labels_do_not_fit',
    'not_found',
    'invalid_state',
    'not_offered',
    'consent_required',
    'extension_not_installed',
    'extension_not_ready',
    ...answerRefusals,
  ],
  example: { params: { ext: exampleMarketplace }, body: { packageIds: ['3310012346'] } },

  async run({ db, services, storeId, params: { ext }, body: { packageIds, partial = false } }) {
    if (packageIds.length > PACKAGES_MAX) {
      const message = `names ${packageIds.length} packages, and ${PACKAGES_MAX} fit into one file`;
      refuse('too_many_packages', `/packageIds ${message}.`, {
        errors: [{ pointer: '/body/packageIds', message }],
        quotesNobody: true,
      });
    }
    const { adapter } = await connectChannel({
      db,
      services,
      storeId,
      ext,
      needs: packageLabelNeeds,
      urgency: 'urgent',
    });
    const known = new Map(
      (await packagesNamed(db, storeId, ext, packageIds)).map((each) => [each.packageId, each] as const),
    );
    const { labels: pages, leftOut } = await fetchEachLabel(
      packageIds.map((packageId, at) => ({ at, thing: packageId })),
      { field: 'packageIds', partial },
      async (packageId) => pagesOf(await labelsIn(adapter, known.get(packageId)), storeId),
    );
    const name = `${ext}-${packageIds.length - leftOut.length}.pdf`;
    return FileAnswer.of(await drawLabelFile(pages, storeId), { name, type: 'application/pdf', leftOut });
  },
});

async function labelsIn(
  adapter: Pick<ChannelAdapter, 'labels'>,
  found: NamedPackage | undefined,
): Promise<readonly RemoteLabel[]> {
  if (!found) throw new Refusal('not_found', 'The store knows no such package.');
  // Pictures are put together as pages; a finished document is not.
  return labelsOf(adapter, found, { format: 'png' });
}
