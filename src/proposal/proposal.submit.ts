import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRev, object, paragraphs, t } from '../kernel/schema/schema';
import { notifyOwners } from '../mail/notify';
import { assertMove, assertMovedBy } from './state';
import { countSubmitted, findProposal, lockProposal, moveProposal } from './store';
import { note } from './table';
import { proposalId, proposalSchema, proposalView } from './view';

/** Proposals of one token that wait for the owner, who reads each: one agent must not bury those of the others. */
const SUBMITTED_MAX = 20;

export default command({
  id: 'proposal.submit',
  label: { tr: 'Öneriyi gönder', en: 'Submit a proposal' },
  summary: 'Submit an open proposal for review by the owner, who is mailed a link.',
  policy: 'workspace',
  scope: 'proposals:write',
  // It is never open again; withdrawing ends it.
  irreversible: true,
  payload: object({
    proposalId,
    note: t.Optional(note(paragraphs(2_000, { description: 'What the owner should know about it.' }))),
    expectedRev,
  }),
  result: proposalSchema,
  refuses: ['owner_only', 'not_found', 'invalid_state', 'rev_conflict', 'limit_exceeded'],
  example: { proposalId: exampleId('prp', 'ZAM'), note: 'Maliyet artışı yüzde beş.' },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, principal, storeId, tx, now, guardRev } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertMovedBy(principal, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('submit', proposal);
    const { tokenId } = proposal;
    if (tokenId === null)
      return refuse(
        'invalid_state',
        'It is a bulk act whose calls are still being recorded; it is submitted by itself.',
        {
          facts: { state: proposal.state },
        },
      );
    // An owner who submits it for its token reads it anyway.
    if (principal.kind !== 'owner' && (await countSubmitted(tx, storeId, tokenId)) >= SUBMITTED_MAX) {
      refuse(
        'limit_exceeded',
        `At most ${SUBMITTED_MAX} proposals of a token wait for the owner: this one stays open until the owner has decided one of them, or one is withdrawn.`,
      );
    }
    moveProposal(context, proposal, { state: 'submitted', submittedAt: now, note: payload.note });
    await notifyOwners(context, { ...proposal, tokenId, note: payload.note ?? null });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
