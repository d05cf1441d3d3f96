import { readRoute } from '../kernel/declaration/route';
import { type Answer, nullable, object } from '../kernel/schema/schema';
import { identity, identitySchema } from './identity/aggregate';
import { findIdentity } from './identity/store';

export default readRoute({
  id: 'store.identity.get',
  label: { tr: 'Satıcı kimliğini oku', en: 'Read who sells' },
  http: 'GET /v1/store/identity',
  summary: 'The legal identity of the merchant; null as long as nobody has stated it.',
  policy: 'read',
  scope: 'store:admin',
  role: 'manager',
  closedToAgents: true,
  result: object({ identity: nullable(identitySchema) }),
  about: 'identity',
  refuses: [],

  async run({ db, storeId, services }) {
    return db.snapshot(async (moment) => {
      const found = await findIdentity(moment, services.secretBox, storeId);
      return { identity: found ? (identity.answer(found) as Answer<typeof identitySchema>) : null };
    });
  },
});
