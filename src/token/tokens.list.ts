import { listTokens } from '../access/token/store';
import { tokenSchema, tokenView } from '../access/token/view';
import { readRoute } from '../kernel/declaration/route';
import { object, page, pageQuery } from '../kernel/schema/schema';

export default readRoute({
  id: 'tokens.list',
  label: { tr: 'Erişim anahtarlarını listele', en: 'List the access tokens' },
  http: 'GET /v1/tokens',
  summary: 'Tokens with kind, scopes, expiry and last use; never their secrets.',
  policy: 'owner',
  scope: 'agents:admin',
  query: object(pageQuery),
  result: page(tokenSchema),
  refuses: ['invalid_request'],
  example: { query: { limit: 20 } },

  run: ({ db, storeId, cursors }) =>
    cursors.pageById({ rows: (before, most) => listTokens(db, storeId, before, most), view: tokenView }),
});
