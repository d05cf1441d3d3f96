import { writeRoute } from '../kernel/declare';
import { id, object, t } from '../kernel/schema';
import { acceptItem, skipItem } from './decide';
import { proposalUpdates, proposalWorkflowId } from './proposal.jobs';
import { assertMove } from './proposal.state';
import { findProposal, listItems, lockProposal, moveProposal } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

export default writeRoute({
  id: 'proposals.resume',
  http: 'POST /v1/proposals/{prp}/devam',
  summary:
    'Resume a paused proposal after skipping items or accepting their new previews; an undecided item is tried again.',
  policy: 'owner',
  scope: 'proposals:approve',
  awaitsEffects: true,
  params: object({ prp: id('prp') }),
  body: object({
    skip: t.Optional(t.Array(id('pit'), { maxItems: 200, uniqueItems: true })),
    accept: t.Optional(
      t.Array(
        object({
          itemId: id('pit'),
          hash: t.String({ minLength: 1, maxLength: 128, description: 'Hash of the currentPreview that was seen.' }),
        }),
        {
          maxItems: 200,
        },
      ),
    ),
  }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state', 'preview_changed', 'unavailable'],

  async run({ params, body, storeId, tx, record, effects, services }) {
    const proposal = await lockProposal(tx, storeId, params.prp);
    assertMove('resume', proposal);
    const items = await listItems(tx, storeId, proposal.id);
    const deciding = { tx, storeId, record };
    record('proposal', proposal.id, { state: 'paused' }, { state: 'applying' });
    for (const itemId of body.skip ?? []) await skipItem(deciding, items, itemId);
    for (const accepted of body.accept ?? []) await acceptItem(deciding, services.capabilities, items, accepted);
    await moveProposal(tx, storeId, proposal.id, { state: 'applying' });
    effects.updateWorkflow(proposalWorkflowId(proposal.id), proposalUpdates.resume, { pauses: proposal.pauses });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
