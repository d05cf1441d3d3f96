import { ownFactor } from '../account/factor/store';
import { claimInvitation, lockOwner } from '../account/owner/store';
import { owner } from '../account/owner/table';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { id, object, secret, t } from '../kernel/schema/schema';

/** Lets an owner join. The caller was shown the link that was mailed, and is the owner who joins. */
export default command({
  id: 'store.owner.join',
  label: { tr: 'Daveti kabul et', en: 'Join as an owner' },
  summary: 'Let an invited owner in with a new login or the own one: what the link of an invitation leads to.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({
    digest: secret(t.String({ description: 'Digest of the link, in hexadecimal digits.' })),
    loginId: secret(t.String({ description: 'Log-in that becomes an owner.' })),
  }),
  result: object({ ownerId: id('own') }),
  refuses: ['link_over'],
  example: { digest: 'c0ffee', loginId: 'lgn_01ARZ3NDEKTSV4RRFFQ69G5FAV' },

  async run({ principal, storeId, payload, now, tx, record }) {
    const before = (await lockOwner(tx, storeId, principal.id)) ?? refuse('link_over');
    const { loginId } = payload;
    const secondFactorSince = (await ownFactor(tx, loginId))?.since ?? null;
    const claim = { digest: Buffer.from(payload.digest, 'hex'), loginId, secondFactorSince, at: now };
    if (!(await claimInvitation(tx, storeId, principal.id, claim))) refuse('link_over');
    const at = now.toISOString();
    const after = { ...before, joinedAt: at, inviteExpiresAt: null, secondFactorSince };
    record(owner.word, principal.id, owner.snapshot(before), owner.snapshot(after));
    return { ownerId: principal.id };
  },
});
