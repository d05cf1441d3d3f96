import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { PROPOSAL_ITEMS_MAX } from '../kernel/declaration/principal';
import { subject } from '../kernel/declaration/subject';
import { Faults } from '../kernel/errors';
import { label, object, t } from '../kernel/schema/schema';
import { proposalApplication, proposalUpdates } from './contract';
import { acceptItem, skipItem } from './decide';
import { assertDecidedBy, assertMove } from './state';
import { findProposal, itemsOf, lockProposal, moveProposal } from './store';
import { itemId } from './table';
import { previewHash, proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposals.resume',
  label: { tr: 'Öneriye devam et', en: 'Resume a proposal' },
  summary:
    'Resume a paused proposal after skipping items or accepting their new previews; an undecided item is tried again.',
  policy: 'owner',
  scope: 'proposals:approve',
  role: 'packer',
  irreversible: true,
  awaitsEffects: true,
  payload: object({
    proposalId,
    skip: t.Optional(
      label('Atlanacak öğeler', 'Items to skip')(t.Array(itemId, { maxItems: PROPOSAL_ITEMS_MAX, uniqueItems: true })),
    ),
    accept: t.Optional(
      label(
        'Yeni hali kabul edilenler',
        'New versions accepted',
      )(
        t.Array(
          object({
            itemId,
            hash: previewHash(
              t.String({
                minLength: 1,
                maxLength: 128,
                description: 'Hash of the currentPreview that was seen, or of the preview that a review shows.',
              }),
            ),
          }),
          { maxItems: PROPOSAL_ITEMS_MAX },
        ),
      ),
    ),
  }),
  result: proposalSchema,
  refuses: [
    'invalid_request',
    'not_found',
    'role_needed',
    'invalid_state',
    'rev_conflict',
    'preview_changed',
    'unavailable',
  ],
  example: { proposalId: exampleId('prp', 'ZAM'), skip: [exampleId('pit', 'ZAM1')] },
  route: { http: 'POST /v1/proposals/{prp}/devam', names: { prp: 'proposalId' } },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, storeId, tx, now, record, effects, services, guardRev } = context;
    const { proposalId, skip = [], accept = [] } = payload;
    const faults = new Faults();
    refuseDecidedTwice(skip, accept, faults);
    faults.refuse();
    const proposal = await lockProposal(tx, storeId, proposalId);
    await assertDecidedBy(context, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('resume', proposal);
    const named = [...skip, ...accept.map(({ itemId }) => itemId)];
    const items = await itemsOf(tx, storeId, proposal.id, named);
    const deciding = { tx, storeId, record };
    for (const [index, itemId] of skip.entries())
      await faults.collect(`/skip/${index}`, () => skipItem(deciding, items, itemId));
    for (const [index, accepted] of accept.entries())
      await faults.collect(`/accept/${index}`, () =>
        acceptItem({ ...deciding, services, proposal, now }, items, accepted),
      );
    faults.refuse();
    moveProposal(context, proposal, { state: 'applying', skipped: proposal.skipped + skip.length });
    // One that could not be started is started now; for a running one this is nothing.
    effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
    effects.updateWorkflow(proposalApplication, { storeId, proposalId: proposal.id }, proposalUpdates.resume, {
      pauses: proposal.pauses,
    });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});

/** Whichever of two decisions came to count, the caller would have meant another. */
function refuseDecidedTwice(
  skip: readonly string[],
  accept: readonly { readonly itemId: string }[],
  faults: Faults,
): void {
  const decided = new Set(skip);
  for (const [index, { itemId }] of accept.entries()) {
    const message = skip.includes(itemId) ? 'names an item that is to be skipped' : 'names an item twice';
    if (decided.has(itemId)) faults.add('invalid_request', `/accept/${index}/itemId`, message);
    decided.add(itemId);
  }
}
