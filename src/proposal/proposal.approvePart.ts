import { command } from '../kernel/declaration/command';
import { exampleHash, exampleId } from '../kernel/declaration/example';
import { PROPOSAL_ITEMS_MAX } from '../kernel/declaration/principal';
import { subject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRev, object, paragraphs, t } from '../kernel/schema/schema';
import { approvedHash, assertAsSeen, startApplying } from './approval';
import { commentOnItem, commentsByItem, skipItem } from './decide';
import { assertDecidedBy, assertMove } from './state';
import { findProposal, itemsOf, lockProposal } from './store';
import { itemComments, itemId, reason } from './table';
import { proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposal.approvePart',
  label: { tr: 'Öneriyi kısmen ya da yorumla onayla', en: 'Approve a part of a proposal, or with comments' },
  summary:
    'Leave items of a submitted proposal out, comment on items, and approve the rest as it was shown: all of that is done or nothing.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  // A decision stands; what it applies is taken back change by change.
  irreversible: true,
  payload: object({
    proposalId,
    hash: approvedHash,
    leaveOut: t.Array(itemId, { maxItems: PROPOSAL_ITEMS_MAX, uniqueItems: true }),
    reason: t.Optional(
      reason(
        paragraphs(500, { description: 'Why items without a comment are left out, told to whoever proposed it.' }),
      ),
    ),
    comments: t.Optional(itemComments),
    expectedRev,
  }),
  result: proposalSchema,
  refuses: [
    'not_found',
    'role_needed',
    'invalid_state',
    'invalid_request',
    'rev_conflict',
    'preview_changed',
    'unavailable',
  ],
  example: { proposalId: exampleId('prp', 'ZAM'), hash: exampleHash, leaveOut: [exampleId('pit', 'ZAM1')] },
  route: { http: 'POST /v1/account/proposals/{prp}/approve-part', names: { prp: 'proposalId' } },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, storeId, tx, record, guardRev } = context;
    const { leaveOut, comments = [] } = payload;
    const words = commentsByItem(comments);
    if (leaveOut.length + comments.length === 0)
      refuse('invalid_request', 'It leaves nothing out and says nothing: approve the whole.');
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    await assertDecidedBy(context, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('approve', proposal);
    await assertAsSeen(context, proposal, payload.hash);
    const items = await itemsOf(tx, storeId, proposal.id, [...new Set([...leaveOut, ...words.keys()])]);
    const deciding = { tx, storeId, record };
    const isOut = new Set(leaveOut);
    for (const each of leaveOut) await skipItem(deciding, items, each, words.get(each) ?? payload.reason);
    for (const each of comments) if (!isOut.has(each.itemId)) await commentOnItem(deciding, items, each);
    if (leaveOut.length === proposal.pending)
      refuse('invalid_state', 'Nothing of it would be applied: reject it.', { facts: { state: proposal.state } });
    startApplying(context, proposal, leaveOut.length);
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
