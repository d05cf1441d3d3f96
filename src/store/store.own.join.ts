import { linkDigest, linkToken } from '../account/link';
import { findInvitation } from '../account/owner/store';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { id, object, secret } from '../kernel/schema/schema';
import { assertRoom, confirmedAccount } from './own/account';
import join from './store.owner.join';

export default command({
  id: 'store.own.join',
  label: { tr: 'Başka bir mağazaya katıl', en: 'Join another store' },
  summary: 'Join the store of an invitation with the present login. The session stays in its own store.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({ token: secret(linkToken) }),
  result: object({ storeId: id('str') }),
  refuses: ['confirm_needed', 'link_over', 'joined_already', 'invalid_state', 'stores_full'],
  example: { token: 'Yk3uN1p0c2VjcmV0LW9mLWEtbGluaw' },
  route: { http: 'POST /v1/account/stores/join' },

  async run(context) {
    const digest = linkDigest(context.payload.token);
    const invited =
      (await findInvitation(context.tx, digest)) ??
      refuse('link_over', 'The invitation is over: ask who invited you for another one.');
    const { id: ownerId, storeId } = invited;
    const account = await confirmedAccount(context, storeId);
    const { loginId, email } = account;
    if (email.toLowerCase() !== invited.email.toLowerCase())
      refuse('invalid_state', 'The invitation is for another address than the one that you have logged in with.', {
        facts: { addressee: 'another' },
      });
    // Its answer was lost, or the page was opened once more.
    if (invited.loginId === loginId) return { storeId };
    if (invited.loginId !== null)
      refuse('joined_already', 'You have joined with another password: log in with that one.', {
        facts: { joined: true },
      });
    assertRoom(account);
    await context.elsewhere({ storeId, ownerId }, join, { digest: digest.toString('hex'), loginId });
    return { storeId };
  },
});
