import { insertNewOwner, lockOwners } from '../account/owner/store';
import { emailSchema, owner, roleSchema } from '../account/owner/table';
import { ownerSchema, ownerView } from '../account/owner/view';
import { assertConfirmed } from '../account/session/confirmed';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { takeTurn } from '../kernel/trial/turn-store';
import { assertFew, linkOnce, mailIt, newInvitation } from './owner/invite';

/** Persons of a store, of whatever role. Each invitation is a mail to an address that the product knows nothing of. */
const OWNERS_MAX = 20;

export default command({
  id: 'store.owner.invite',
  label: { tr: 'Mağaza sahibi davet et', en: 'Invite an owner' },
  summary:
    'Invite another owner by mail, or somebody of another role; the link is bound to the address, is answered once, and works once within seven days.',
  policy: 'owner',
  scope: null,
  irreversible: true,
  payload: object({ email: emailSchema, role: t.Optional(roleSchema) }),
  result: ownerSchema,
  refuses: ['confirm_needed', 'email_taken', 'owners_full', 'throttled'],
  answersOnce: linkOnce,
  example: { email: 'ortak@example.com' },
  route: { http: 'POST /v1/account/owners', status: 201 },

  async run(context) {
    const { principal, storeId, payload, now, newId, tx, record } = context;
    await assertConfirmed(tx, principal);
    takeTurn(tx, storeId, 'owners');
    if ((await lockOwners(tx, storeId)).length >= OWNERS_MAX)
      refuse('owners_full', `A store has ${OWNERS_MAX} owners at most, those included that are invited.`);
    const id = newId('own');
    const { digest, expiresAt } = newInvitation(context, id);
    const row = {
      id,
      email: payload.email,
      loginId: null,
      passwordSetAt: null,
      joinedAt: null,
      inviteExpiresAt: expiresAt.toISOString(),
      inviteDigest: digest,
      secondFactorSince: null,
      role: payload.role ?? 'owner',
    };
    if (!(await insertNewOwner(tx, storeId, row))) refuse('email_taken');
    await assertFew(tx, storeId, payload.email);
    await mailIt(context, row);
    record(owner.word, id, null, owner.snapshot(row));
    return ownerView({ ...owner.answer({ ...row, createdAt: now.toISOString() }), expired: false });
  },
});
