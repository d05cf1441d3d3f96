import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRev, object, paragraphs, t } from '../kernel/schema/schema';
import { commentsByItem, skipItem } from './decide';
import { assertMove, assertSeenBy } from './state';
import { endProposal, findProposal, itemsOf, lockProposal } from './store';
import { itemComments, reason } from './table';
import { proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposal.askForChanges',
  label: { tr: 'Öneride değişiklik iste', en: 'Ask for changes of a proposal' },
  summary:
    'Send a submitted proposal back with words, and with comments on its items: it ends as rejected, and whoever proposed it reads them and proposes anew.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  // A decision stands.
  irreversible: true,
  payload: object({
    proposalId,
    reason: reason(paragraphs(2_000, { minLength: 1 })),
    comments: t.Optional(itemComments),
    expectedRev,
  }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state', 'invalid_request', 'rev_conflict'],
  example: {
    proposalId: exampleId('prp', 'ZAM'),
    reason: 'Zam yüzde beşi geçmesin.',
    comments: [{ itemId: exampleId('pit', 'ZAM1'), comment: 'Bu ürün bu ay kampanyada.' }],
  },
  route: { http: 'POST /v1/account/proposals/{prp}/changes', names: { prp: 'proposalId' } },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, principal, storeId, tx, now, record, guardRev } = context;
    const { comments = [] } = payload;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertSeenBy(principal, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('reject', proposal);
    if (proposal.ownerId !== null)
      refuse('invalid_state', 'It is an act of an owner: nobody reads the words.', {
        facts: { state: proposal.state },
      });
    const items = await itemsOf(tx, storeId, proposal.id, [...commentsByItem(comments).keys()]);
    // An item keeps the words as those of one that is skipped: nothing of it is applied, and its author reads them there.
    for (const each of comments) await skipItem({ tx, storeId, record }, items, each.itemId, each.comment);
    await endProposal(context, proposal, {
      ...{ state: 'rejected', decidedAt: now, decidedBy: principal.id, reason: payload.reason },
      skipped: proposal.skipped + comments.length,
    });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
