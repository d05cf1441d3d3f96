import { ownFactor } from '../account/factor/store';
import { insertOwner } from '../account/owner/store';
import { emailSchema, joined, owner } from '../account/owner/table';
import { command } from '../kernel/declaration/command';
import { id, object, secret, t } from '../kernel/schema/schema';
import { writeStore } from './store';
import { store } from './table';

/** Opens a store. The caller has claimed a link, or is an owner already, and becomes the owner of the new store. */
export default command({
  id: 'store.open',
  label: { tr: 'Mağaza aç', en: 'Open a store' },
  summary:
    'Open a store with its first owner: by the one-time link of a new installation, or as an owner who opens another one.',
  policy: 'owner',
  scope: 'store:admin',
  runtimeOnly: true,
  flags: ['bumps generation'],
  irreversible: true,
  payload: object({
    name: store.columns.name.schema,
    email: emailSchema,
    loginId: secret(t.String({ description: 'Log-in of the owner.' })),
  }),
  result: object({ storeId: id('str'), ownerId: id('own') }),
  refuses: [],
  example: { name: 'Kahve Dükkânı', email: 'sahip@example.com', loginId: 'lgn_01ARZ3NDEKTSV4RRFFQ69G5FAV' },

  async run({ principal, storeId, payload, now, tx, record }) {
    const { name, email, loginId } = payload;
    const secondFactorSince = (await ownFactor(tx, loginId))?.since ?? null;
    const row = joined({ id: principal.id, email, loginId }, now, secondFactorSince);
    const slug = await writeStore(tx, storeId, name);
    insertOwner(tx, storeId, row);
    record(store.word, storeId, null, { name, slug });
    record(owner.word, row.id, null, owner.snapshot(row));
    return { storeId, ownerId: row.id };
  },
});
