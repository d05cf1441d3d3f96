import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { lockName, saveName } from './store';
import { store } from './table';

const { name } = store.columns;

export default command({
  id: 'store.rename',
  label: { tr: 'Mağazanın adını değiştir', en: 'Rename the store' },
  summary: 'Rename the store; its storefront shows the new name.',
  policy: 'owner',
  scope: null,
  flags: ['bumps generation'],
  // The envelope does not know it, so nothing that undoes by commands could call it again.
  irreversible: true,
  payload: object({ name: name.schema }),
  result: object({ name: store.fields.name, previous: store.fields.name }),
  refuses: [],
  example: { name: 'Kahve ve Kakao Dükkânı' },
  route: { http: 'PUT /v1/account/store' },

  async run({ payload, storeId, tx, record }) {
    const previous = await lockName(tx, storeId);
    if (payload.name !== previous) {
      saveName(tx, storeId, payload.name);
      record(store.word, storeId, { name: previous }, payload);
    }
    return { name: payload.name, previous };
  },
});
