import { listPasskeys } from '../account/passkey/store';
import { claimPasswordLink } from '../account/password-link-store';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, secret, t } from '../kernel/schema/schema';
import { mailPasswordRenewed } from '../mail/notify';
import { noteRenewal, renewalResult, wayOfRenewal } from './owner/renewal';
import renew from './store.owner.renew';

/** Passkeys that the mail names: a log-in has twenty at most. */
const PASSKEYS_TOLD_MAX = 20;

/** The product issues it for whoever shows a link for a new password; the caller is the owner whom the link was for. */
export default command({
  id: 'store.owner.reset',
  label: { tr: 'Unutulan parolayı yenile', en: 'Set a new password by a link' },
  summary: 'Set a new password with a one-time link, for every login of the address. All sessions of those logins end.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({
    by: wayOfRenewal,
    digest: secret(t.String({ description: 'Digest of the link, in hexadecimal digits.' })),
    passwordHash: secret(t.String({ description: 'Hash of the new password.' })),
  }),
  result: renewalResult,
  refuses: ['link_over', 'not_found'],
  example: { by: 'mail', digest: 'c0ffee', passwordHash: '$argon2id$' },

  async run(context) {
    const { principal, payload, now, tx, elsewhere } = context;
    const claim = { passwordHash: payload.passwordHash, at: now };
    const accounts = await claimPasswordLink(tx, Buffer.from(payload.digest, 'hex'), claim);
    const whose = { storeId: context.storeId, ownerId: principal.id };
    const own = accounts.find(({ id }) => id === principal.id) ?? refuse('link_over');
    const result = await noteRenewal(context, own.factorEnded);
    const passkeys = await listPasskeys(tx, { ...whose, before: null, limit: PASSKEYS_TOLD_MAX });
    const { factorEnded } = own;
    await mailPasswordRenewed(context, { ownerId: own.id, passkeys: passkeys.map(({ name }) => name), factorEnded });
    for (const { id, storeId, ...account } of accounts)
      if (id !== principal.id)
        await elsewhere({ storeId, ownerId: id }, renew, { by: payload.by, endsSecondFactor: account.factorEnded });
    return result;
  },
});
