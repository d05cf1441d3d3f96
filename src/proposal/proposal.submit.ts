import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, line, object, t } from '../kernel/schema';
import { mailDelivery } from './mail.jobs';
import { insertMail, ownerAddresses } from './mail.store';
import { assertMove } from './proposal.state';
import { findProposal, lockProposal, moveProposal } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

export default command({
  id: 'proposal.submit',
  summary: 'Submit an open proposal for review by the owner, who is mailed a link.',
  policy: 'workspace',
  scope: 'proposals:write',
  payload: object({
    proposalId: id('prp'),
    note: t.Optional(line(2_000, { description: 'What the owner should know about it.' })),
  }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state'],

  async run({ payload, principal, storeId, tx, now, newId, record, effects, services }) {
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    if (principal.kind !== 'owner' && proposal.tokenId !== principal.id)
      refuse('not_found', 'There is no such proposal.');
    assertMove('submit', proposal);
    await moveProposal(tx, storeId, proposal.id, { state: 'submitted', submittedAt: now, note: payload.note ?? null });
    record(
      'proposal',
      proposal.id,
      { state: proposal.state, note: proposal.note },
      { state: 'submitted', note: payload.note ?? null },
    );
    const { publicUrl, host, port } = services.config;
    const link = `${publicUrl || `http://${host}:${port}`}/panel/proposals/${proposal.id}`;
    for (const { email } of await ownerAddresses(tx, storeId)) {
      const mailId = newId('mai');
      await insertMail(tx, storeId, {
        id: mailId,
        to: email,
        subject: `${proposal.tokenLabel}: onayını bekleyen ${proposal.total} değişiklik`,
        text: `${proposal.tokenLabel} mağazan için ${proposal.total} değişiklik öneriyor.${payload.note ? `\n\n${payload.note}` : ''}\n\nİncele ve karar ver: ${link}\n`,
        at: now,
      });
      effects.startWorkflow(mailDelivery, { storeId, mailId });
    }
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
