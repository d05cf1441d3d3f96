import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, typeNamed } from '../kernel/schema/schema';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { actAskedFor, actFields, actNeeds, actRefusals } from './listing-act/ask';
import { listingsDelete } from './listing-act/declaration';

const { jobOrReport, view, answerOf } = jobReports([listingsDelete]);

export default command({
  id: 'channel.listing.delete',
  label: { tr: 'Listelemeyi pazaryerinden sil', en: 'Delete listings at the marketplace' },
  summary:
    'Delete listings at the marketplace, up to 500; a durable job that asks once, with an outcome for each. Its rules hold: most delete what was archived for a day.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs: actNeeds,
  // The marketplace keeps nothing of them.
  irreversible: true,
  removes: true,
  payload: object(actFields),
  result: typeNamed('DeleteListingsJob')(jobOrReport),
  refuses: [...actRefusals],
  settles: settlesByJob(listingsDelete.terms, {
    answer: answerOf,
    refusals: onceRefusals,
  }),
  example: { ext: exampleMarketplace, listings: [exampleId('lst', 'CEZVE')] },
  route: { http: 'POST /v1/channel/{ext}/listings/delete' },

  async run({ payload, ...context }) {
    return view(await askForJob(context, listingsDelete, await actAskedFor(context, { ...payload, act: 'delete' })));
  },
});
