import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { recoveryCodesOnce } from './factor/codes';
import { ownFactor } from './factor/store';
import { factorChange, wayAdded } from './factor-change';
import { holdOwnLogin } from './own-login';
import { passkeyEntity, passkeyId, passkeyName, passkeySnapshot } from './passkey/entity';
import { newPasskey } from './passkey/registration';
import { assertRelyingParty } from './passkey/relying-party';
import { addPasskey } from './passkey/store';
import { presentedRegistration } from './passkey/wire';
import { assertConfirmed, sessionOf } from './session/confirmed';

export default command({
  id: 'account.passkey.add',
  label: { tr: 'Geçiş anahtarı ekle', en: 'Add a passkey' },
  summary:
    'Add the passkey that the browser has made to the own log-in: from then on the password alone opens nothing. All other sessions of the owner end.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({ name: passkeyName, credential: presentedRegistration }),
  result: object({ passkeyId, ...factorChange.properties }),
  refuses: ['confirm_needed', 'not_found', 'invalid_state', 'passkey_wrong', 'passkeys_unavailable'],
  answersOnce: recoveryCodesOnce,
  example: {
    name: 'Telefonum',
    credential: { id: 'AQID', clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
  },
  route: { http: 'POST /v1/account/passkeys' },

  async run(context) {
    const { principal, payload, now, tx, services, record, newId } = context;
    await assertConfirmed(tx, principal);
    const site = assertRelyingParty(services.settings);
    const loginId = await holdOwnLogin(context);
    const before = await ownFactor(tx, loginId);
    const { name, credential: presented } = payload;
    const made = await newPasskey(tx, services.digests, site, { loginId, session: sessionOf(principal), presented });
    const passkey = { ...made, id: newId('psk'), name };
    if (!(await addPasskey(tx, passkey, now))) refuse('passkey_wrong', 'The passkey is there already.');
    record(passkeyEntity.word, passkey.id, null, passkeySnapshot({ ...passkey, createdAt: now.toISOString() }));
    const change = await wayAdded(context, { loginId, before, way: { kind: 'passkey', name } });
    return { passkeyId: passkey.id, ...change };
  },
});
