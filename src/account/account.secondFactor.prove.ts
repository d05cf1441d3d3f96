import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, secret, t } from '../kernel/schema/schema';
import { recoveryCodesOnce, renewRecoveryCodes } from './factor/codes';
import { plain, stepOf } from './factor/secret';
import { ownFactor, proveFactor } from './factor/store';
import { noteEverywhere } from './note-everywhere';
import { holdOwnLogin } from './own-login';
import { owner } from './owner/table';
import { assertConfirmed } from './session/confirmed';
import { endAndTell, endedCount } from './session/entity';

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
  result: object({ since: owner.fields.secondFactorSince, sessionsEnded: endedCount }),
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
    const since = begun.since ?? now.toISOString();
    // A passkey has turned it on before: the recovery codes that its owner has kept stand for both.
    if (begun.since === null) {
      await renewRecoveryCodes(context, loginId);
      await noteEverywhere(context, loginId, since);
    }
    const ended = await endAndTell(context, { ownerId: principal.id, only: null, but: principal.session ?? null });
    return { since, sessionsEnded: ended.length };
  },
});
