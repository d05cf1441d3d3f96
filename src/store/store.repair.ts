import { command } from '../kernel/declaration/declare';
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
    repaired: t.Integer({ description: 'Keys that are written or removed.' }),
  }),
  result: object({ keys: t.Integer(), repaired: t.Integer() }),
  refuses: [],
  example: { part: 'keys/', names: ['product:cezve'], keys: 240, repaired: 1 },
  identity: ({ part }) => part,
  redact: ({ keys, repaired }) => ({ keys, repaired }),

  async run({ payload: { names, keys, repaired }, tx, storeId, record }) {
    if (names.length > 0) {
      repair(tx, storeId, names);
      record('projection', storeId, { repaired: 0 }, { repaired });
    }
    return { keys, repaired };
  },
});
