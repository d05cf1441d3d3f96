import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { expectedRev, object, paragraphs, t } from '../kernel/schema/schema';
import { proposalApplication, proposalUpdates } from './contract';
import { skipItem } from './decide';
import { assertDecidedBy, assertMove, assertSeenBy } from './state';
import { findProposal, itemsOf, lockProposal, moveProposal } from './store';
import { itemId, reason } from './table';
import { proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposal.item.skip',
  label: { tr: 'Öneri öğesini atla', en: 'Skip an item of a proposal' },
  summary:
    'Skip one item of a submitted or paused proposal: the rest is approved without it, and what held a paused one up goes on.',
  policy: 'owner',
  scope: 'proposals:approve',
  role: 'packer',
  awaitsEffects: true,
  // A decision stands.
  irreversible: true,
  payload: object({
    proposalId,
    itemId,
    reason: t.Optional(reason(paragraphs(500, { description: 'Told to whoever proposed it.' }))),
    expectedRev,
  }),
  result: proposalSchema,
  refuses: ['not_found', 'role_needed', 'invalid_state', 'rev_conflict', 'unavailable'],
  example: { proposalId: exampleId('prp', 'ZAM'), itemId: exampleId('pit', 'ZAM1') },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, principal, storeId, tx, record, effects, guardRev } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    const holdsItUp = proposal.pause?.itemId === payload.itemId;
    // To leave out what holds it up applies the rest, which is a decision on that.
    if (holdsItUp) await assertDecidedBy(context, proposal);
    else assertSeenBy(principal, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('skip', proposal);
    const items = await itemsOf(tx, storeId, proposal.id, [payload.itemId]);
    await skipItem({ tx, storeId, record }, items, payload.itemId, payload.reason);
    moveProposal(context, proposal, {
      state: holdsItUp ? 'applying' : proposal.state,
      pause: holdsItUp ? null : proposal.pause,
      skipped: proposal.skipped + 1,
    });
    if (holdsItUp) {
      // One that could not be started is started now; for a running one this is nothing.
      effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
      effects.updateWorkflow(proposalApplication, { storeId, proposalId: proposal.id }, proposalUpdates.skip, {
        pauses: proposal.pauses,
      });
    }
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
