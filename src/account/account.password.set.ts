import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object, secret } from '../kernel/schema/schema';
import { holdOwnerLogin, setPassword } from './login-store';
import { lockOwner, notePassword } from './owner/store';
import { owner, passwordSchema } from './owner/table';
import { hashPassword, passwordSalt } from './password';
import { assertConfirmed } from './session/confirmed';
import { endAndTell, endedCount } from './session/entity';
import { tellOfWay } from './tell-of-way';

export default command({
  id: 'account.password.set',
  label: { tr: 'Parolayı değiştir', en: 'Change the password' },
  summary:
    'Change the own password for all own stores, after a recent confirmation with the old one. All other sessions of the owner end.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  beforeSecondFactor: true,
  irreversible: true,
  payload: object({ newPassword: secret(passwordSchema) }),
  result: object({ passwordSetAt: owner.fields.passwordSetAt, sessionsEnded: endedCount }),
  refuses: ['confirm_needed', 'not_found'],
  example: { newPassword: 'uzun ve yeni bir parola' },
  route: { http: 'POST /v1/account/password' },

  async run(context) {
    const { principal, storeId, payload, now, tx, record, services } = context;
    await assertConfirmed(tx, principal);
    await holdOwnerLogin(tx, storeId, principal.id);
    const before = (await lockOwner(tx, storeId, principal.id)) ?? refuse('not_found', 'There is no such owner.');
    const after = { ...before, passwordSetAt: now.toISOString() };
    const passwordHash = await hashPassword(payload.newPassword, passwordSalt(services.digests, before.email));
    await setPassword(tx, principal.id, { passwordHash, at: now });
    notePassword(tx, storeId, principal.id, now);
    record(owner.word, principal.id, owner.snapshot(before), owner.snapshot(after));
    await tellOfWay(context, { what: 'passwordChanged' });
    const ended = await endAndTell(context, { ownerId: principal.id, only: null, but: principal.session ?? null });
    return { passwordSetAt: after.passwordSetAt, sessionsEnded: ended.length };
  },
});
