import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { object, oneOf, page, pageQuery, t } from '../kernel/schema';
import { proposalStates } from './proposal.jobs';
import { listProposals } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

export default readRoute({
  id: 'proposals.list',
  http: 'GET /v1/proposals',
  summary: 'Proposals, newest first; a token sees only its own.',
  policy: 'read',
  scope: 'proposals:write',
  query: object({ ...pageQuery, state: t.Optional(oneOf(proposalStates)) }),
  result: page(proposalSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, principal, query }) {
    const { limit = 50, cursor, state } = query;
    const tokenId = principal.kind === 'owner' ? null : principal.id;
    const shape = `proposals ${state ?? ''}`;
    const before = cursor ? (decodeCursor(shape, cursor, 1)[0] as string) : null;
    const rows = await listProposals(db, storeId, { tokenId, state: state ?? null, before }, limit + 1);
    return pageOf(rows, limit, proposalView, (row) => encodeCursor(shape, [row.id]));
  },
});
