import { deleteOwner, lockOwners } from '../account/owner/store';
import { owner } from '../account/owner/table';
import { endAccountAndTell } from '../account/session/entity';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';

/** Issued for an owner whose session is of another store: see `store.own.leave.ts`. */
export default command({
  id: 'store.owner.leave',
  label: { tr: 'Mağazadan ayrıl', en: 'Leave a store' },
  summary:
    'Leave a store of which there is another owner: sessions in it are over, and the address is forgotten there.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  forgets: owner.word,
  payload: object({}),
  result: object({}),
  refuses: ['not_found', 'invalid_state'],
  example: {},

  async run(context) {
    const { principal, storeId, tx, record, forget } = context;
    // Locked together: of two owners who leave at once the second is the last one.
    const owners = await lockOwners(tx, storeId);
    const before = owners.find(({ id }) => id === principal.id) ?? refuse('not_found', 'There is no such owner.');
    const isOwned = owners.some(({ id, joinedAt, role }) => id !== before.id && joinedAt !== null && role === 'owner');
    if (before.role === 'owner' && !isOwned)
      refuse('invalid_state', 'The last owner of a store cannot leave it: nobody could let another one in.', {
        facts: { owners: 1 },
      });
    await endAccountAndTell(context, before.id);
    deleteOwner(tx, storeId, before.id);
    record(owner.word, before.id, owner.snapshot(before), null);
    forget(before.id);
    return {};
  },
});
