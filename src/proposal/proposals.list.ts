import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object, oneOf, t } from '../kernel/schema/schema';
import { proposalStates } from './contract';
import { seenOf, seesBulkActs } from './state';
import { listProposals } from './store';
import { proposalSchema, proposalView } from './view';

export default readRoute({
  id: 'proposals.list',
  label: { tr: 'Önerileri listele', en: 'List the proposals' },
  http: 'GET /v1/proposals',
  summary: 'Proposals, newest first; an agent sees only its own, and bulk acts of owners need store:admin.',
  policy: 'read',
  scope: 'proposals:write',
  role: 'packer',
  query: object({
    ...countedPageQuery,
    state: t.Optional(oneOf(proposalStates)),
    bulk: t.Optional(t.Boolean({ description: 'true: bulk acts of owners alone. false: what tokens propose.' })),
  }),
  result: countedPage(proposalSchema),
  refuses: ['invalid_request'],
  example: { query: { state: 'submitted' } },

  run({ db, storeId, principal, query: { state = null, bulk = null }, cursors }) {
    const visibility = { author: seenOf(principal), seesBulkActs: seesBulkActs(principal) };
    return cursors.countedPageById(db, {
      rows: (from, before, most) => listProposals(from, storeId, { ...visibility, state, bulk, before }, most),
      view: proposalView,
    });
  },
});
