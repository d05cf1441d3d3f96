import { decodeCursor, encodeCursor, pageOf } from '../kernel/cursor';
import { readRoute } from '../kernel/declare';
import { object, page, pageQuery } from '../kernel/schema';
import { listTokens } from './token.store';
import { tokenSchema, tokenView } from './token.view';

export default readRoute({
  id: 'tokens.list',
  http: 'GET /v1/tokens',
  summary: 'Tokens with kind, scopes, expiry and last use; never their secrets.',
  policy: 'owner',
  scope: 'agents:admin',
  query: object(pageQuery),
  result: page(tokenSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query, now }) {
    const { limit = 50, cursor } = query;
    const before = cursor ? (decodeCursor('tokens', cursor, 1)[0] as string) : null;
    const rows = await listTokens(db, storeId, before, limit + 1);
    return pageOf(
      rows,
      limit,
      (row) => tokenView(row, now),
      (row) => encodeCursor('tokens', [row.id]),
    );
  },
});
