import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { recoveryCodesOnce, renewRecoveryCodes } from './factor/codes';
import { holdGuardedLogin } from './own-login';
import { assertConfirmed } from './session/confirmed';
import { tellOfWay } from './tell-of-way';

export default command({
  id: 'account.recoveryCodes.renew',
  label: { tr: 'Kurtarma kodlarını yenile', en: 'Renew the recovery codes' },
  summary:
    'Make new recovery codes of the own log-in, after a recent confirmation; those before open nothing any more.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({}),
  result: object({}),
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  answersOnce: recoveryCodesOnce,
  example: {},
  route: { http: 'POST /v1/account/second-factor/recovery-codes' },

  async run(context) {
    const { principal, tx, about } = context;
    await assertConfirmed(tx, principal);
    const { loginId } = await holdGuardedLogin(context);
    await renewRecoveryCodes(context, loginId);
    await tellOfWay(context, { what: 'recoveryCodesRenewed' });
    about([principal.id]);
    return {};
  },
});
