import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { IMPORTS_MAX } from './import/limits';
import { listImports } from './import/store';
import { importSchema } from './import/table';

export default readRoute({
  id: 'account.imports',
  http: 'GET /v1/account/imports',
  summary: 'The newest imports of products, each with the number of its changes that may be taken back as one.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  result: object({ items: t.Array(importSchema, { maxItems: IMPORTS_MAX }) }),
  refuses: [],

  run: async ({ db, storeId }) => ({ items: await listImports(db, storeId) }),
});
