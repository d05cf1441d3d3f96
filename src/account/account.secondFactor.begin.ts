import { randomBytes } from 'node:crypto';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { NONCE_BYTES, shownSecret } from './factor/secret';
import { beginFactor } from './factor/store';
import { holdOwnLogin } from './own-login';
import { lockOwner } from './owner/store';
import { assertConfirmed } from './session/confirmed';

export default command({
  id: 'account.secondFactor.begin',
  label: { tr: 'İki adımlı girişi hazırla', en: 'Begin a two-step log-in' },
  summary:
    'Make a secret for an authenticator, after a recent confirmation. The log-in stays as it is until its first code is sent.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({}),
  result: object({}),
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  answersOnce: {
    secret: t.String({ description: 'In base32, to be typed into an authenticator; shown this once.' }),
    uri: t.String({ description: 'The same as an otpauth: address, for a QR code; shown this once.' }),
  },
  example: {},
  route: { http: 'POST /v1/account/second-factor' },

  async run(context) {
    const { principal, storeId, tx, services, once, about } = context;
    await assertConfirmed(tx, principal);
    const loginId = await holdOwnLogin(context);
    const { email } = (await lockOwner(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');
    const authenticator = { loginId, nonce: randomBytes(NONCE_BYTES) };
    if (!(await beginFactor(tx, authenticator)))
      refuse('invalid_state', 'The second step is on already: turn it off first.', { facts: { state: 'on' } });
    once(shownSecret(services.digests, authenticator, email));
    about([principal.id]);
    return {};
  },
});
