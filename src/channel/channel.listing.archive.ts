import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { label, object, t, typeNamed } from '../kernel/schema/schema';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { actAskedFor, actFields, actNeeds, actRefusals } from './listing-act/ask';
import { listingsArchive } from './listing-act/declaration';

const { jobOrReport, view, answerOf } = jobReports([listingsArchive]);

export default command({
  id: 'channel.listing.archive',
  label: { tr: 'Listelemeyi arşivle', en: 'Archive listings' },
  summary:
    'Archive listings at the marketplace or take them out of its archive, up to 500; a durable job with an outcome for each. What is archived is told stock 0 as well.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs: actNeeds,
  // A listing is taken out of the archive by a call of its own, and what was sold meanwhile is not.
  irreversible: true,
  removes: true,
  payload: object({
    ...actFields,
    archived: t.Optional(
      label(
        'Arşivde',
        'Archived',
      )(t.Boolean({ description: 'False: they are taken out of the archive. Left out, it is true.' })),
    ),
  }),
  result: typeNamed('ArchiveJob')(jobOrReport),
  refuses: [...actRefusals],
  settles: settlesByJob(listingsArchive.terms, {
    answer: answerOf,
    refusals: onceRefusals,
  }),
  example: { ext: exampleMarketplace, listings: [exampleId('lst', 'CEZVE')] },
  route: { http: 'POST /v1/channel/{ext}/listings/archive' },

  async run({ payload: { archived = true, ...named }, ...context }) {
    return view(
      await askForJob(
        context,
        listingsArchive,
        await actAskedFor(context, { ...named, act: archived ? 'archive' : 'unarchive' }),
      ),
    );
  },
});
