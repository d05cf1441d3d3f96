import { linkDigest, PASSWORD_LINK_LIFE_MS, passwordLinkToken } from '../account/link';
import { owner } from '../account/owner/table';
import { issuePasswordLink } from '../account/password-link-store';
import { command } from '../kernel/declaration/command';
import { id, object } from '../kernel/schema/schema';
import { mailPasswordLink } from '../mail/notify';
import { mail } from '../mail/table';

/** Anybody can ask for it with an address, see `forgotten.ts`: it changes nothing but the mailbox of that address. */
export default command({
  id: 'store.owner.remind',
  label: { tr: 'Yeni parola bağlantısı gönder', en: 'Mail a link for a new password' },
  summary: 'Mail an owner who has lost the password a link that sets another one, once within 15 minutes.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({ ownerId: owner.label(id('own')) }),
  result: object({}),
  refuses: [],
  example: { ownerId: 'own_01ARZ3NDEKTSV4RRFFQ69G5FAV' },

  async run(context) {
    const { payload, tx, newId, later, services, record } = context;
    const { ownerId } = payload;
    const mailId = newId('mai');
    const expiresAt = later(PASSWORD_LINK_LIFE_MS);
    const digest = linkDigest(passwordLinkToken(services.digests, mailId, expiresAt.toISOString()));
    await mailPasswordLink(context, { mailId, ownerId });
    await issuePasswordLink(tx, { digest, ownerId, mailId, expiresAt, endsSecondFactor: false });
    record(mail.word, mailId, null, { state: 'queued' });
    return {};
  },
});
