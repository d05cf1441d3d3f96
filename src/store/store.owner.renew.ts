import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { endsSecondFactor, noteRenewal, renewalResult, wayOfRenewal } from './owner/renewal';

/** Issued in each further store of an address by `store.owner.reset`, which has changed the password. */
export default command({
  id: 'store.owner.renew',
  label: { tr: 'Yeni parolayı kaydet', en: 'Note a new password' },
  summary: 'Note that an owner has set a new password with a one-time link. The sessions in this store end.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: [],
  irreversible: true,
  payload: object({ by: wayOfRenewal, endsSecondFactor }),
  result: renewalResult,
  refuses: ['not_found'],
  example: { by: 'mail', endsSecondFactor: false },

  run: (context) => noteRenewal(context, context.payload.endsSecondFactor),
});
