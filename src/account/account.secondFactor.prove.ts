import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, secret, t } from '../kernel/schema/schema';
import { recoveryCodesOnce } from './factor/codes';
import { plain, stepOf } from './factor/secret';
import { ownFactor, proveFactor } from './factor/store';
import { factorChange, wayAdded } from './factor-change';
import { holdOwnLogin } from './own-login';
import { assertConfirmed } from './session/confirmed';

export default command({
  id: 'account.secondFactor.prove',
  label: { tr: 'İki adımlı girişi aç', en: 'Turn the two-step log-in on' },
  summary:
    'Turn the second step of the log-in on with the first code of the authenticator, for all own stores. All other sessions of the owner end.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({ code: secret(t.String({ minLength: 6, maxLength: 12, description: 'Six digits.' })) }),
  result: factorChange,
  refuses: ['confirm_needed', 'not_found', 'invalid_state', 'second_factor_wrong'],
  answersOnce: recoveryCodesOnce,
  example: { code: '123456' },
  route: { http: 'POST /v1/account/second-factor/proof' },

  async run(context) {
    const { principal, payload, now, tx, services } = context;
    await assertConfirmed(tx, principal);
    const loginId = await holdOwnLogin(context);
    const begun = await ownFactor(tx, loginId);
    if (!begun?.nonce || begun.authenticatorSince !== null)
      refuse('invalid_state', begun?.nonce ? 'The authenticator is there already.' : 'Begin the second step first.', {
        facts: { state: begun?.nonce ? 'on' : 'off' },
      });
    const step = stepOf(services.digests, { loginId, nonce: begun.nonce }, plain(payload.code), Date.now());
    if (step === undefined || !(await proveFactor(tx, loginId, step, now))) refuse('second_factor_wrong');
    return wayAdded(context, { loginId, before: begun, way: { kind: 'authenticator' } });
  },
});
