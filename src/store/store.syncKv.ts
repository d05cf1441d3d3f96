import type { Queryable } from '../kernel/database/database';
import { EVERYTHING } from '../kernel/database/footprint';
import { command } from '../kernel/declaration/declare';
import { object, t } from '../kernel/schema/schema';
import { BEGIN, look, type Place, repair } from './repair';

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
    tx.touch?.('reads', EVERYTHING);
    const { names, keys, growth, changed } = await lookOver(tx, storeId);
    if (changed === 0) return { keys, changed };
    // A trial needs to know how much it is, and would hold up whoever sells.
    if (!tx.trial) repair(tx, storeId, names);
    record('projection', storeId, { keys, repaired: 0 }, { keys: keys + growth, repaired: changed });
    return { keys: keys + growth, changed };
  },
});

/** All that is shown wrong. */
async function lookOver(db: Queryable, storeId: string) {
  const found = { names: [] as string[], keys: 0, growth: 0, changed: 0 };
  for (let place: Place | undefined = BEGIN; place; ) {
    const { names, keys, growth, changed, next } = await look(db, storeId, place);
    found.names.push(...names);
    found.keys += keys;
    found.growth += growth;
    found.changed += changed;
    place = next;
  }
  return found;
}
