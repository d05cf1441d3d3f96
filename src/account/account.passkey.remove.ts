import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { endFactor, isRequired, ownFactor } from './factor/store';
import { noteEverywhere } from './note-everywhere';
import { holdOwnPasskey } from './own-login';
import { owner } from './owner/table';
import { passkeyEntity, passkeyId, passkeySnapshot } from './passkey/entity';
import { removePasskey } from './passkey/store';
import { assertConfirmed } from './session/confirmed';
import { endAndTell, endedCount } from './session/entity';

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
  result: object({ since: owner.fields.secondFactorSince, sessionsEnded: endedCount }),
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: { passkeyId: exampleId('psk', 'EV') },
  route: { http: 'DELETE /v1/account/passkeys/{psk}', names: { psk: 'passkeyId' } },

  async run(context) {
    const { principal, payload, tx, record } = context;
    await assertConfirmed(tx, principal);
    const { passkey, factor } = await holdOwnPasskey(context, payload.passkeyId);
    const { loginId } = passkey;
    const isLast = factor.authenticatorSince === null && factor.passkeys === 1;
    if (isLast && (await isRequired(tx, loginId)))
      refuse('invalid_state', 'A store of yours requires a second step of its owners.', {
        facts: { state: 'required' },
      });
    await removePasskey(tx, loginId, passkey.id);
    record(passkeyEntity.word, passkey.id, passkeySnapshot(passkey), null);
    if (isLast) await endFactor(tx, loginId);
    const since = (await ownFactor(tx, loginId))?.since ?? null;
    if (since !== factor.since) await noteEverywhere(context, loginId, since);
    const ended = await endAndTell(context, { ownerId: principal.id, only: null, but: principal.session ?? null });
    return { since, sessionsEnded: ended.length };
  },
});
