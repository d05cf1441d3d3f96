import { command } from '../kernel/declaration/command';
import { id, object, secret, t } from '../kernel/schema/schema';
import { mailWayChange } from '../mail/notify';
import { owner } from './owner/table';

/** Issued by `recovery-codes.ts` in the transaction that uses the code up. */
export default command({
  id: 'account.recoveryCode.note',
  label: { tr: 'Kurtarma kodunun kullanıldığını kaydet', en: 'Note a used recovery code' },
  summary: 'Note that a recovery code of an owner was used, and mail the owner.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({
    ownerId: owner.label(id('own')),
    device: secret(t.String({ maxLength: 200, description: 'Name that the browser gives itself.' })),
    codesLeft: t.Integer({ minimum: 0, description: 'Recovery codes that are left.' }),
  }),
  result: object({}),
  refuses: [],
  example: { ownerId: 'own_01ARZ3NDEKTSV4RRFFQ69G5FAV', device: 'Mozilla/5.0', codesLeft: 9 },

  async run(context) {
    const { ownerId } = context.payload;
    await mailWayChange(context, { ...context.payload, what: 'recoveryCodeUsed' });
    context.concerns([ownerId]);
    context.about([ownerId]);
    return {};
  },
});
