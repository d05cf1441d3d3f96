import { EVERYTHING } from '../kernel/database/footprint';
import type { Queryable } from '../kernel/database/queryable';
import { command } from '../kernel/declaration/command';
import { object, t } from '../kernel/schema/schema';
import type { Differing } from './projection-store';
import { BEGIN, type LookPlace, look, repair } from './repair';

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
    const { names, ...found } = await lookOver(tx, storeId);
    if (found.changed === 0) return { keys: found.keys, changed: 0 };
    // A trial needs to know how much it is, and would hold up whoever sells.
    const { before, keys, changed } = tx.trial ? found : await repair(tx, storeId, names);
    if (changed > 0) record('projection', storeId, { keys: before, repaired: 0 }, { keys, repaired: changed });
    return { keys, changed };
  },
});

/** Lists all things that are shown wrong. */
async function lookOver(db: Queryable, storeId: string): Promise<Differing & { readonly names: readonly string[] }> {
  const found = { names: [] as string[], before: 0, keys: 0, changed: 0 };
  for (let place: LookPlace | undefined = BEGIN; place; ) {
    const { names, keys, growth, changed, next } = await look(db, storeId, place);
    found.names.push(...names);
    found.before += keys;
    found.keys += keys + growth;
    found.changed += changed;
    place = next;
  }
  return found;
}
