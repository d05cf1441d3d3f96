import { lockOwner, saveInvitation } from '../account/owner/store';
import { owner } from '../account/owner/table';
import { ownerSchema, ownerView } from '../account/owner/view';
import { assertConfirmed } from '../account/session/confirmed';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema/schema';
import { assertRested, linkOnce, mailIt, newInvitation } from './owner/invite';

export default command({
  id: 'store.owner.reinvite',
  label: { tr: 'Daveti yenile', en: 'Renew an invitation' },
  summary: 'Mail a new link for seven days to an invited owner; the earlier link ends.',
  policy: 'owner',
  scope: null,
  irreversible: true,
  payload: object({ ownerId: owner.label(id('own')) }),
  result: ownerSchema,
  refuses: ['confirm_needed', 'not_found', 'invalid_state', 'throttled'],
  answersOnce: linkOnce,
  example: { ownerId: exampleId('own', 'ORTAK') },
  route: { http: 'POST /v1/account/owners/{own}/invitation', names: { own: 'ownerId' } },

  async run(context) {
    const { principal, storeId, payload, now, tx, record } = context;
    await assertConfirmed(tx, principal);
    const before = (await lockOwner(tx, storeId, payload.ownerId)) ?? refuse('not_found', 'There is no such owner.');
    if (before.joinedAt !== null)
      refuse('invalid_state', 'The owner has joined already.', { facts: { joinedAt: before.joinedAt } });
    assertRested(before.inviteExpiresAt, now);
    const invitation = newInvitation(context, before.id);
    const after = { ...before, inviteExpiresAt: invitation.expiresAt.toISOString() };
    saveInvitation(tx, storeId, before.id, invitation);
    await mailIt(context, before);
    record(owner.word, before.id, owner.snapshot(before), owner.snapshot(after));
    return ownerView({ ...owner.answer(after), expired: false });
  },
});
