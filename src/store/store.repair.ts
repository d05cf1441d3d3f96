import { command } from '../kernel/declaration/command';
import { object, t } from '../kernel/schema/schema';
import { LOOK_MAX, repair } from './repair';

export default command({
  id: 'store.repair',
  label: { tr: 'Vitrini onar', en: 'Repair the storefront' },
  summary:
    'Project again what the nightly look over the storefront found wrong; its last row of a night tells what that came to.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: ['bumps generation'],
  // It follows the store: with what it shows taken back, it is made anew.
  irreversible: true,
  payload: object({
    part: t.String({ description: 'Part of the storefront that was compared.' }),
    names: t.Array(t.String(), {
      maxItems: LOOK_MAX,
      description: 'Keys that showed something wrong, or nothing that exists.',
    }),
    keys: t.Integer({ description: 'Keys that were looked at.' }),
    repaired: t.Integer({
      description:
        'Of the last row of a night: keys that were written or removed. The row of a part tells it as its change.',
    }),
  }),
  result: object({ keys: t.Integer(), repaired: t.Integer({ description: 'Keys that are written or removed.' }) }),
  refuses: [],
  example: { part: 'keys/', names: ['product:cezve'], keys: 240, repaired: 0 },
  identity: ({ part }) => part,
  redact: ({ names, keys, repaired }) => (names.length > 0 ? { keys } : { keys, repaired }),

  async run({ payload: { names, keys, repaired }, tx, storeId, record }) {
    if (names.length === 0) return { keys, repaired };
    const { changed } = await repair(tx, storeId, names);
    if (changed > 0) record('projection', storeId, { repaired: 0 }, { repaired: changed });
    return { keys, repaired: changed };
  },
});
