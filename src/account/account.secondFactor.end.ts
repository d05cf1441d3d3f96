import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { endFactor, isRequired } from './factor/store';
import { noteEverywhere } from './note-everywhere';
import { holdGuardedLogin } from './own-login';
import { assertConfirmed } from './session/confirmed';

export default command({
  id: 'account.secondFactor.end',
  label: { tr: 'İki adımlı girişi kapat', en: 'Turn the two-step log-in off' },
  summary:
    'Turn the second step of the log-in off, after a recent confirmation with its code: the password alone opens it from then on.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  irreversible: true,
  payload: object({}),
  result: object({}),
  refuses: ['confirm_needed', 'not_found', 'invalid_state'],
  example: {},
  route: { http: 'DELETE /v1/account/second-factor' },

  async run(context) {
    const { principal, tx } = context;
    await assertConfirmed(tx, principal);
    const loginId = await holdGuardedLogin(context);
    if (await isRequired(tx, loginId))
      refuse('invalid_state', 'A store of yours requires it of its owners.', { facts: { state: 'required' } });
    await endFactor(tx, loginId);
    await noteEverywhere(context, loginId, null);
    return {};
  },
});
