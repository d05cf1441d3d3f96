import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object, oneOf, t } from '../kernel/schema/schema';
import { proposalStates } from './contract';
import { seenOf } from './state';
import { listProposals } from './store';
import { proposalSchema, proposalView } from './view';

export default readRoute({
  id: 'proposals.list',
  label: { tr: 'Önerileri listele', en: 'List the proposals' },
  http: 'GET /v1/proposals',
  summary: 'Proposals, newest first; an agent sees only its own.',
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
    const author = seenOf(principal);
    return cursors.countedPageById(db, {
      rows: (from, before, most) => listProposals(from, storeId, { author, state, bulk, before }, most),
      view: proposalView,
    });
  },
});
