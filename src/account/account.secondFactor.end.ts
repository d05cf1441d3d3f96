import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { endFactor } from './factor/store';
import { assertNotRequired, factorChange, wayRemoved } from './factor-change';
import { holdGuardedLogin } from './own-login';
import { assertConfirmed } from './session/confirmed';

export default command({
  id: 'account.secondFactor.end',
  label: { tr: 'Doğrulayıcıyı kaldır', en: 'Remove the authenticator' },
  summary:
    'Take the authenticator off the own log-in, after a recent confirmation. All other sessions of the owner end. Without a passkey, the password alone opens it from then on.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({}),
  result: factorChange,
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: {},
  route: { http: 'DELETE /v1/account/second-factor' },

  async run(context) {
    const { principal, tx } = context;
    await assertConfirmed(tx, principal);
    const { loginId, factor } = await holdGuardedLogin(context);
    if (factor.authenticatorSince === null)
      refuse('invalid_state', 'The log-in has no authenticator.', { facts: { state: 'off' } });
    await assertNotRequired(context, loginId, factor.passkeys === 0);
    await endFactor(tx, loginId);
    return wayRemoved(context, { loginId, before: factor, way: { kind: 'authenticator' } });
  },
});
