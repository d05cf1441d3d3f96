import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object } from '../kernel/schema/schema';
import { holdOwnPasskey } from './own-login';
import { passkeyEntity, passkeyId, passkeyName, passkeySnapshot } from './passkey/entity';
import { savePasskeyName } from './passkey/store';

export default command({
  id: 'account.passkey.rename',
  label: { tr: 'Geçiş anahtarını adlandır', en: 'Rename a passkey' },
  summary: 'Give a passkey of the own log-in another name.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({ passkeyId, name: passkeyName }),
  result: object({ name: passkeyName }),
  refuses: ['not_found'],
  example: { passkeyId: exampleId('psk', 'EV'), name: 'Kasadaki anahtar' },
  route: { http: 'PUT /v1/account/passkeys/{psk}', names: { psk: 'passkeyId' } },

  async run(context) {
    const { payload, tx, record } = context;
    const { passkey } = await holdOwnPasskey(context, payload.passkeyId);
    const { name } = payload;
    if (name !== passkey.name) {
      await savePasskeyName(tx, passkey.loginId, passkey.id, name);
      record(passkeyEntity.word, passkey.id, passkeySnapshot(passkey), passkeySnapshot({ ...passkey, name }));
    }
    return { name };
  },
});
