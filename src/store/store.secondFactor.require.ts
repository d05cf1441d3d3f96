import { ownFactor } from '../account/factor/store';
import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { confirmedAccount } from './own/account';
import { lockFactorRule, saveFactorRule } from './store';
import { store } from './table';

const { secondFactorRequired } = store.columns;

export default command({
  id: 'store.secondFactor.require',
  label: { tr: 'İki adımlı girişi zorunlu kıl', en: 'Require a two-step log-in' },
  summary:
    'Require a second step of every owner of the store, or do so no more. An owner without one may do nothing else until it is on.',
  policy: 'owner',
  scope: null,
  irreversible: true,
  payload: object({ required: secondFactorRequired.schema }),
  result: object({ required: store.fields.secondFactorRequired }),
  refuses: ['confirm_needed', 'unauthenticated', 'invalid_state'],
  example: { required: false },
  route: { http: 'PUT /v1/account/store/second-factor' },

  async run(context) {
    const { payload, storeId, tx, record } = context;
    const { loginId } = await confirmedAccount(context, storeId);
    const { required } = payload;
    if (required && !(await ownFactor(tx, loginId))?.since)
      refuse('invalid_state', 'Turn your own second step on first.', { facts: { state: 'off' } });
    const before = await lockFactorRule(tx, storeId);
    if (before !== required) {
      saveFactorRule(tx, storeId, required);
      record(store.word, storeId, { secondFactorRequired: before }, { secondFactorRequired: required });
    }
    return { required };
  },
});
