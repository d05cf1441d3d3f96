import { command } from '../kernel/declaration/command';
import { refuse } from '../kernel/errors';
import { guard, label, object, t } from '../kernel/schema/schema';
import { lockSettings, saveSettings } from '../store/store';
import { store } from '../store/table';

const { name, tokenDefaultExpiryDays } = store.columns;

const seen = 'that you saw; a drift is refused.';

const expectedName = t.Optional(
  guard(label('Görülen ad', 'Name seen')(t.String({ minLength: 1, maxLength: 200, description: `The name ${seen}` }))),
);

const expectedTokenDefaultExpiryDays = t.Optional(
  guard(label('Görülen geçerlilik', 'Validity seen')(t.Integer({ description: `The validity ${seen}` }))),
);

export default command({
  id: 'settings.store.update',
  label: { tr: 'Mağaza ayarlarını değiştir', en: 'Change the settings of the store' },
  summary: 'Change the name of the store, or the default validity of its access tokens.',
  policy: 'propose',
  scope: 'store:admin',
  payload: object({
    name: t.Optional(name.schema),
    tokenDefaultExpiryDays: t.Optional(tokenDefaultExpiryDays.schema),
    expectedName,
    expectedTokenDefaultExpiryDays,
  }),
  result: object({
    name: store.fields.name,
    previous: store.fields.name,
    tokenDefaultExpiryDays: tokenDefaultExpiryDays.schema,
  }),
  refuses: ['rev_conflict'],
  example: { name: 'Kahve ve Kakao Dükkânı' },

  async run({ payload, storeId, tx, record, inverse }) {
    const before = await lockSettings(tx, storeId);
    const { expectedName = before.name, expectedTokenDefaultExpiryDays = before.tokenDefaultExpiryDays } = payload;
    if (expectedName !== before.name)
      refuse('rev_conflict', 'The store is called otherwise by now.', { facts: { currentName: before.name } });
    if (expectedTokenDefaultExpiryDays !== before.tokenDefaultExpiryDays)
      refuse('rev_conflict', 'Access tokens have another validity by now.', {
        facts: { currentTokenDefaultExpiryDays: before.tokenDefaultExpiryDays },
      });
    const named = payload.name !== undefined && payload.name !== before.name ? { name: payload.name } : {};
    const days = payload.tokenDefaultExpiryDays;
    const lasting =
      days !== undefined && days !== before.tokenDefaultExpiryDays ? { tokenDefaultExpiryDays: days } : {};
    const patch = { ...named, ...lasting };
    const after = { ...before, ...patch };
    if (Object.keys(patch).length > 0) {
      saveSettings(tx, storeId, after);
      const was = {
        ...('name' in patch && { name: before.name }),
        ...('tokenDefaultExpiryDays' in patch && { tokenDefaultExpiryDays: before.tokenDefaultExpiryDays }),
      };
      record(store.word, storeId, was, patch);
      inverse('settings.store.update', {
        ...was,
        ...('name' in patch && { expectedName: after.name }),
        ...('tokenDefaultExpiryDays' in patch && { expectedTokenDefaultExpiryDays: after.tokenDefaultExpiryDays }),
      });
    }
    return { name: after.name, previous: before.name, tokenDefaultExpiryDays: after.tokenDefaultExpiryDays };
  },
});
