import { readRoute } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema';
import { findMutation } from './mutations';
import { findProposal, listItems } from './proposal.store';
import { type ItemRow, proposalDetailSchema, proposalView } from './proposal.view';

export default readRoute({
  id: 'proposals.get',
  http: 'GET /v1/proposals/{prp}',
  summary: 'One proposal with its items in order: what each would change, as recorded and as it stands now.',
  policy: 'read',
  scope: 'proposals:write',
  params: object({ prp: id('prp') }),
  result: proposalDetailSchema,
  refuses: ['not_found'],

  async run({ db, storeId, principal, params, services }) {
    const [proposal, items] = await Promise.all([
      findProposal(db, storeId, params.prp),
      listItems(db, storeId, params.prp),
    ]);
    if (principal.kind !== 'owner' && proposal.tokenId !== principal.id)
      refuse('not_found', 'There is no such proposal.');
    const view = (item: ItemRow) => {
      const known = findMutation(services.capabilities, item.command);
      return {
        id: item.id,
        seq: item.seq,
        command: item.command,
        summary: known?.summary ?? item.command,
        payload: item.payload,
        state: item.state,
        irreversible: known?.irreversible ?? false,
        preview: item.preview,
        currentPreview: item.currentPreview,
        problem: item.problem,
        acceptedHash: item.acceptedHash,
        auditId: item.auditId,
        recordedAt: item.recordedAt,
        appliedAt: item.appliedAt,
      };
    };
    return { ...proposalView(proposal), list: items.map(view) } as never;
  },
});
