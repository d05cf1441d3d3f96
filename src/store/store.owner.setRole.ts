import { holdOwnerLogin } from '../account/login-store';
import { lockOwners, saveRole } from '../account/owner/store';
import { owner, roleSchema } from '../account/owner/table';
import { ownerSchema, ownerView } from '../account/owner/view';
import { assertConfirmed } from '../account/session/confirmed';
import { endAccountAndTell } from '../account/session/entity';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { Contention, refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema/schema';

export default command({
  id: 'store.owner.setRole',
  label: { tr: 'Rolü değiştir', en: 'Change a role' },
  summary:
    'Give another person of the store another role. Sessions in the store end: the next log-in has the new role.',
  policy: 'owner',
  scope: null,
  irreversible: true,
  payload: object({ ownerId: owner.label(id('own')), role: roleSchema }),
  result: ownerSchema,
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: { ownerId: exampleId('own', 'ORTAK'), role: 'manager' },
  route: { http: 'PUT /v1/account/owners/{own}/role', names: { own: 'ownerId' } },

  async run(context) {
    const { principal, storeId, payload, now, tx, record } = context;
    await assertConfirmed(tx, principal);
    const loginId = await holdOwnerLogin(tx, storeId, payload.ownerId);
    // Locked together: of two owners who take the role from each other one is left, whoever comes second has no session any more.
    const owners = await lockOwners(tx, storeId);
    const before = owners.find(({ id }) => id === payload.ownerId) ?? refuse('not_found', 'There is no such person.');
    if (before.loginId !== loginId) throw new Contention(before.id, 'The person has joined just now.');
    if (before.id === principal.id)
      refuse('invalid_state', 'Nobody changes the own role: another owner has to, so that one is always left.', {
        facts: { owners: owners.length },
      });
    const after = { ...before, role: payload.role };
    if (after.role !== before.role) {
      saveRole(tx, storeId, before.id, after.role);
      await endAccountAndTell(context, before.id);
      record(owner.word, before.id, owner.snapshot(before), owner.snapshot(after));
    }
    const expired = after.inviteExpiresAt !== null && Date.parse(after.inviteExpiresAt) <= now.getTime();
    return ownerView({ ...owner.answer(after), expired });
  },
});
