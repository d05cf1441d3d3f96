import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object } from '../kernel/schema/schema';
import { endFactor } from './factor/store';
import { assertNotRequired, factorChange, wayRemoved } from './factor-change';
import { holdOwnPasskey } from './own-login';
import { passkeyEntity, passkeyId, passkeySnapshot } from './passkey/entity';
import { removePasskey } from './passkey/store';
import { assertConfirmed } from './session/confirmed';

export default command({
  id: 'account.passkey.remove',
  label: { tr: 'Geçiş anahtarını kaldır', en: 'Remove a passkey' },
  summary:
    'Remove a passkey of the own log-in, after a recent confirmation. All other sessions of the owner end. Without another passkey or an authenticator, the password alone opens the log-in from then on.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({ passkeyId }),
  result: factorChange,
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: { passkeyId: exampleId('psk', 'EV') },
  route: { http: 'DELETE /v1/account/passkeys/{psk}', names: { psk: 'passkeyId' } },

  async run(context) {
    const { principal, payload, tx, record } = context;
    await assertConfirmed(tx, principal);
    const { passkey, factor } = await holdOwnPasskey(context, payload.passkeyId);
    const { loginId } = passkey;
    const isLast = factor.authenticatorSince === null && factor.passkeys === 1;
    await assertNotRequired(context, loginId, isLast);
    await removePasskey(tx, loginId, passkey.id);
    record(passkeyEntity.word, passkey.id, passkeySnapshot(passkey), null);
    if (isLast) await endFactor(tx, loginId);
    return wayRemoved(context, { loginId, before: factor, way: { kind: 'passkey', name: passkey.name } });
  },
});
