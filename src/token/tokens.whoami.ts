import { readRoute } from '../kernel/declare';
import { nullable, object, oneOf, t, time } from '../kernel/schema';
import { scopeNames } from '../kernel/scopes';
import { scopeSchema } from './token.view';

export default readRoute({
  id: 'tokens.whoami',
  http: 'GET /v1/tokens/me',
  summary:
    'Describes the calling credential: store, kind, scopes, expiry and workspace. The first call an agent should make.',
  policy: 'read',
  scope: null,
  result: object({
    storeId: t.String(),
    store: object({ id: t.String(), name: t.String(), generation: t.Integer() }),
    kind: oneOf(['owner', 'developer', 'agent']),
    id: t.String(),
    scopes: t.Array(scopeSchema),
    expiresAt: nullable(time()),
    workspaceId: nullable(t.String()),
  }),
  refuses: ['unauthenticated'],

  async run({ principal, storeId, db }) {
    const [store] = await db.query<{ id: string; name: string; generation: number }>(
      'SELECT id, name, generation FROM store WHERE id = $1',
      [storeId],
    );
    return {
      storeId,
      store: store as { id: string; name: string; generation: number },
      kind: principal.kind as 'owner' | 'developer' | 'agent',
      id: principal.id,
      scopes: principal.kind === 'owner' ? scopeNames : [...principal.scopes],
      expiresAt: principal.expiresAt,
      workspaceId: principal.workspaceId,
    };
  },
});
