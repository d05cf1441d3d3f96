import { readRoute } from '../kernel/declaration/declare';
import { nullable, object } from '../kernel/schema/schema';
import { identity, identitySchema } from './identity/aggregate';
import { openNumbers } from './identity/numbers';
import { findIdentity } from './identity/store';

export default readRoute({
  id: 'store.identity.get',
  label: { tr: 'Satıcı kimliğini oku', en: 'Read who sells' },
  http: 'GET /v1/store/identity',
  summary: 'The legal identity of the merchant; null as long as nobody has stated it.',
  policy: 'read',
  scope: 'store:admin',
  closedToAgents: true,
  result: object({ identity: nullable(identitySchema) }),
  about: 'identity',
  refuses: [],

  async run({ db, storeId, services }) {
    return db.snapshot(async (moment) => {
      const row = await findIdentity(moment, storeId);
      if (!row) return { identity: null };
      return {
        identity: { ...identity.answer(row), ...(await openNumbers(moment, services.secretBox, storeId, row)) },
      };
    });
  },
});
