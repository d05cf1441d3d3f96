import { exampleMarketplace } from '../extension/example';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, typeNamed } from '../kernel/schema/schema';
import { askForJob } from './job/ask';
import { onceRefusals, settlesByJob } from './job/settling';
import { jobReports } from './kinds/report';
import { actAskedFor, actFields, actNeeds, actRefusals } from './listing-act/ask';
import { listingsUnlock } from './listing-act/declaration';

const { jobOrReport, view, answerOf } = jobReports([listingsUnlock]);

export default command({
  id: 'channel.unlock',
  label: { tr: 'Kilit açılmasını iste', en: 'Ask to unlock listings' },
  summary: 'Ask the marketplace to unlock listings, up to 500; a durable job that asks once, with an outcome for each.',
  policy: 'propose',
  scope: 'catalog:write',
  asksProvider: true,
  needs: actNeeds,
  // Marketplaces lock by themselves.
  irreversible: true,
  payload: object(actFields),
  result: typeNamed('UnlockJob')(jobOrReport),
  refuses: [...actRefusals],
  settles: settlesByJob(listingsUnlock.terms, {
    answer: answerOf,
    refusals: onceRefusals,
  }),
  example: { ext: exampleMarketplace, listings: [exampleId('lst', 'CEZVE')] },
  route: { http: 'POST /v1/channel/{ext}/unlock' },

  async run({ payload, ...context }) {
    return view(await askForJob(context, listingsUnlock, await actAskedFor(context, { ...payload, act: 'unlock' })));
  },
});
