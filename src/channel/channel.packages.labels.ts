import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { FileAnswer, type LeftOut } from '../kernel/declaration/file';
import { fileWorkRoute } from '../kernel/declaration/route';
import { Contention, Faults, Refusal, refuse } from '../kernel/errors';
import { inTurns } from '../kernel/in-turns';
import { label, line, object, t } from '../kernel/schema/schema';
import { type NamedPackage, packagesNamed } from '../order/package/named-store';
import type { RemoteLabel } from '../provider/channel/package';
import type { ChannelAdapter } from '../provider/port';
import { labelsOf, pagesOf } from './label/labels';
import { pdfOf } from './label/pdf';
import { answerRefusals } from './provider/answer';
import { connectChannel } from './provider/connect';
import { channelNeeds } from './provider/needs';

const needs = channelNeeds('ready', 'labels');

const PACKAGES_MAX = 50;
/** A longer list is none of packages to print. */
const IDS_MAX = 1_000;
/** Most requests that run at once. */
const AT_ONCE = 4;
const BYTES_MAX = 50 * 1024 * 1024;
/** Codes of faults of the call as a whole: another package is refused with them as well. */
const ofAll = ['throttled', 'unavailable'];

export default fileWorkRoute({
  id: 'channel.packages.labels',
  label: { tr: 'Pazaryeri etiketlerini topluca al', en: 'Fetch the labels of several packages' },
  http: 'POST /v1/channel/{ext}/labels',
  summary:
    'One PDF of the labels of up to 50 packages, a page each. One fault refuses all and names every fault; with `partial`, faulty packages are left out and named in the header `Left-Out`.',
  policy: 'quote',
  scope: 'orders:write',
  role: 'packer',
  asksProvider: true,
  needs,
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
  produces: { types: ['application/pdf'], bytesMax: BYTES_MAX },
  refuses: [
    'too_many_packages',
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
    const { adapter } = await connectChannel({ db, services, storeId, ext, needs, urgency: 'urgent' });
    const known = new Map(
      (await packagesNamed(db, storeId, ext, packageIds)).map((each) => [each.packageId, each] as const),
    );
    const faults = new Faults();
    const refused = new Map<number, Refusal>();
    const drawn = await inTurns(packageIds, AT_ONCE, async (packageId, at) => {
      try {
        return await pagesOf(await labelsIn(adapter, known.get(packageId)), storeId);
      } catch (error) {
        if (!(error instanceof Refusal) || error instanceof Contention || ofAll.includes(error.code)) throw error;
        refused.set(at, error);
        return [];
      }
    });
    const pages = drawn.flat();
    const leftOut: LeftOut[] = [];
    for (const [at, { code, detail, options }] of [...refused].toSorted(([a], [b]) => a - b)) {
      faults.add(code, `/body/packageIds/${at}`, detail, options.facts);
      leftOut.push({ pointer: `/packageIds/${at}`, code, message: detail });
    }
    if (!partial || pages.length === 0) faults.refuse({ quotesNobody: true });
    const name = `${ext}-${packageIds.length - leftOut.length}.pdf`;
    return FileAnswer.of(await pdfOf(pages, name), { name, type: 'application/pdf', leftOut });
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
