import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { holdOwnLogin } from './own-login';
import { lockOwner } from './owner/store';
import { askForPasskey } from './passkey/registration';
import { assertRelyingParty } from './passkey/relying-party';
import { askedRegistration } from './passkey/wire';
import { assertConfirmed, sessionOf } from './session/confirmed';

export default command({
  id: 'account.passkey.begin',
  label: { tr: 'Geçiş anahtarı hazırla', en: 'Begin a passkey' },
  summary:
    'Ask the browser for a new passkey of the own log-in, after a recent confirmation. The log-in stays as it is until the passkey is added.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({}),
  result: object({}),
  refuses: ['confirm_needed', 'not_found', 'invalid_state', 'passkeys_unavailable'],
  answersOnce: { options: askedRegistration },
  example: {},
  route: { http: 'POST /v1/account/passkeys/options' },

  async run(context) {
    const { principal, storeId, tx, services, once, about } = context;
    await assertConfirmed(tx, principal);
    const site = assertRelyingParty(services.settings);
    const loginId = await holdOwnLogin(context);
    const { email } = (await lockOwner(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');
    const asking = { loginId, session: sessionOf(principal), email };
    once({ options: await askForPasskey(tx, services.digests, site, asking) });
    about([principal.id]);
    return {};
  },
});
