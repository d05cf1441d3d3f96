import { command } from '../kernel/declare';
import { object, t } from '../kernel/schema';
import { projectStore } from './projection-store';

export default command({
  id: 'store.syncKv',
  label: { tr: 'Vitrini eşitle', en: 'Synchronise the storefront' },
  summary: 'Re-project store state into the key-value projection that storefronts read; bumps the generation once.',
  policy: 'propose',
  scope: 'store:admin',
  flags: ['bumps generation'],
  bumpsAtOnce: true,
  // It follows the store: with what it shows taken back, it is made anew.
  irreversible: true,
  payload: object({}),
  result: object({ keys: t.Integer({ description: 'Keys in the projection.' }), changed: t.Integer() }),
  refuses: [],
  example: {},

  async run({ storeId, tx, record }) {
    const { keys, changed } = await projectStore(tx, storeId);
    if (changed > 0) record('projection', storeId, { keys: keys - changed }, { keys });
    return { keys, changed };
  },
});
