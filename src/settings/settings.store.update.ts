import { command } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { guard, label, object, t } from '../kernel/schema/schema';
import { lockName, saveName } from '../store/store';
import { store } from '../store/table';

const { name } = store.columns;

const expectedName = t.Optional(
  guard(
    label(
      'Görülen ad',
      'Name seen',
    )(
      t.String({
        minLength: 1,
        maxLength: 200,
        description: 'The name that the caller saw; another one is refused with rev_conflict.',
      }),
    ),
  ),
);

export default command({
  id: 'settings.store.update',
  label: { tr: 'Mağaza ayarlarını değiştir', en: 'Change the settings of the store' },
  summary: 'Change the name of the store, which its storefront shows.',
  policy: 'propose',
  scope: 'store:admin',
  payload: object({ name: name.schema, expectedName }),
  result: object({ name: store.fields.name, previous: store.fields.name }),
  refuses: ['rev_conflict'],
  example: { name: 'Kahve ve Kakao Dükkânı' },

  async run({ payload, storeId, tx, record, inverse }) {
    const previous = await lockName(tx, storeId);
    const { name, expectedName = previous } = payload;
    if (expectedName !== previous)
      refuse('rev_conflict', 'The store is called otherwise by now.', { facts: { currentName: previous } });
    if (name !== previous) {
      saveName(tx, storeId, name);
      record(store.word, storeId, { name: previous }, { name });
      inverse('settings.store.update', { name: previous, expectedName: name });
    }
    return { name, previous };
  },
});
