import { holdOwnerLogin } from '../account/login-store';
import { deleteOwner, lockOwners } from '../account/owner/store';
import { owner } from '../account/owner/table';
import { assertConfirmed } from '../account/session/confirmed';
import { endAccountAndTell } from '../account/session/entity';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { Contention, refuse } from '../kernel/errors';
import { id, object } from '../kernel/schema/schema';

export default command({
  id: 'store.owner.remove',
  label: { tr: 'Mağaza sahibini çıkar', en: 'Remove an owner' },
  summary:
    'Remove another owner, or take an invitation back. Sessions and links end at once, and the address is forgotten. Tokens stay until they are revoked.',
  policy: 'owner',
  scope: null,
  irreversible: true,
  forgets: owner.word,
  payload: object({ ownerId: owner.label(id('own')) }),
  result: object({}),
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: { ownerId: exampleId('own', 'ORTAK') },
  route: { http: 'DELETE /v1/account/owners/{own}', names: { own: 'ownerId' } },

  async run(context) {
    const { principal, storeId, payload, tx, record, forget } = context;
    await assertConfirmed(tx, principal);
    const loginId = await holdOwnerLogin(tx, storeId, payload.ownerId);
    // Locked together: of two owners who remove each other one is left, whoever comes second has no session any more.
    const owners = await lockOwners(tx, storeId);
    const before = owners.find((each) => each.id === payload.ownerId) ?? refuse('not_found', 'There is no such owner.');
    // Joined since, or with another login: the next attempt locks that one first.
    if (before.loginId !== loginId) throw new Contention(before.id, 'The owner has joined just now.');
    if (before.id === principal.id)
      refuse('invalid_state', 'Nobody removes the own account: another owner has to, so that one is always left.', {
        facts: { owners: owners.length },
      });
    await endAccountAndTell(context, before.id);
    deleteOwner(tx, storeId, before.id);
    record(owner.word, before.id, owner.snapshot(before), null);
    forget(before.id);
    return {};
  },
});
