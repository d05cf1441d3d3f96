import { command } from '../kernel/declare';
import { line, nullable, object, oneOf, t } from '../kernel/schema';
import { mintToken } from '../token/mint';
import { limitsSchema, scopeSchema, tokenSchema } from '../token/token.view';
import { insertWorkspace } from './workspace.store';
import { workspaceSchema, workspaceView } from './workspace.view';

const payload = object({
  name: line(80),
  kind: t.Optional(oneOf(['agent', 'developer'], { default: 'agent' })),
  scopes: t.Optional(t.Array(scopeSchema, { minItems: 1, maxItems: 100, uniqueItems: true })),
  expiresInDays: t.Optional(t.Integer({ minimum: 1, maximum: 3650 })),
  limits: t.Optional(limitsSchema),
});

export default command({
  id: 'workspace.create',
  summary: 'Create a named workspace; one for an agent comes with its bound token, returned exactly once.',
  policy: 'owner',
  scope: 'agents:admin',
  payload,
  result: object({ workspace: workspaceSchema, tokenInfo: nullable(tokenSchema) }),
  refuses: ['too_many_scopes', 'scope_not_grantable'],
  answersOnce: { token: t.String({ description: 'The plaintext of the bound token, shown this once.' }) },
  alias: {
    id: 'workspaces.create',
    http: 'POST /v1/workspaces',
    status: 201,
    body: payload,
    payload: ({ body }) => body,
  },
  example: { name: 'Fiyat ajanı' },

  async run(context) {
    const { payload: asked, storeId, tx, now, newId, record } = context;
    const kind = asked.kind ?? 'agent';
    const row = { id: newId('wsp'), kind, name: asked.name, createdAt: now.toISOString(), archivedAt: null };
    await insertWorkspace(tx, storeId, row);
    record('workspace', row.id, null, { kind, name: row.name });
    const { name, kind: _kind, ...minting } = asked;
    const tokenInfo =
      kind === 'agent'
        ? await mintToken(context, { ...(minting as object), kind, label: name, workspaceId: row.id })
        : null;
    return { workspace: workspaceView(row), tokenInfo };
  },
});
