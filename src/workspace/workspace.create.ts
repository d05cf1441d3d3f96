import { kind } from '../access/kind';
import { insertSandbox } from '../access/sandbox/store';
import { mintToken } from '../access/token/mint';
import { scopeSchema, tokenLabels } from '../access/token/table';
import { limitsSchema, tokenSchema } from '../access/token/view';
import { insertWorkspace } from '../access/workspace/store';
import { workspace, workspaceName } from '../access/workspace/table';
import { workspaceSchema, workspaceView } from '../access/workspace/view';
import { command } from '../kernel/declaration/command';
import { defaultScopes } from '../kernel/declaration/scopes';
import { type FieldError, refuse } from '../kernel/errors';
import { label, line, nullable, object, type Static, t } from '../kernel/schema/schema';

const payload = object({
  name: workspaceName(line(80)),
  kind: t.Optional(kind({ description: 'Left out, it is `agent`.' })),
  scopes: t.Optional(tokenLabels.scopes(t.Array(scopeSchema, { minItems: 1, maxItems: 100, uniqueItems: true }))),
  expiresInDays: t.Optional(tokenLabels.expiresInDays(t.Integer({ minimum: 1, maximum: 3650 }))),
  limits: t.Optional(limitsSchema),
  sandbox: t.Optional(
    label(
      'Çalışma ortamı',
      'Sandbox',
    )(
      t.Boolean({
        description:
          'True: its commands and files have a hosted sandbox. Left out: so have workspaces of developers, and of agents with `sandbox:use`.',
      }),
    ),
  ),
});

export default command({
  id: 'workspace.create',
  label: { tr: 'Çalışma alanı oluştur', en: 'Create a workspace' },
  summary: 'Create a named workspace; one for an agent comes with its bound token, returned exactly once.',
  policy: 'owner',
  scope: 'agents:admin',
  payload,
  result: object({ workspace: workspaceSchema, tokenInfo: nullable(tokenSchema) }),
  refuses: ['too_many_scopes', 'scope_not_grantable', 'invalid_request'],
  answersOnce: { token: t.String({ description: 'The plaintext of the bound token, shown this once.' }) },
  route: { id: 'workspaces.create', http: 'POST /v1/workspaces', status: 201 },
  example: { name: 'Fiyat ajanı' },

  async run(context) {
    const { payload: asked, storeId, tx, now, newId, record, inverse } = context;
    const kind = asked.kind ?? 'agent';
    if (kind === 'developer') assertMintsNothing(asked);
    const row = { id: newId('wsp'), kind, name: asked.name, createdAt: now.toISOString(), archivedAt: null };
    insertWorkspace(tx, storeId, row);
    record(workspace.word, row.id, null, workspace.snapshot(row));
    const hasSandbox = asked.sandbox ?? (kind === 'developer' || scopesOf(asked).includes('sandbox:use'));
    if (hasSandbox) insertSandbox(tx, storeId, row.id, now);
    const { name, kind: _kind, sandbox: _sandbox, ...minting } = asked;
    const tokenInfo =
      kind === 'agent'
        ? await mintToken(context, { ...(minting as object), kind, label: name, workspaceId: row.id })
        : null;
    inverse('workspace.archive', { workspaceId: row.id });
    return { workspace: workspaceView(row, hasSandbox ? { state: 'cold', wanted: null } : undefined), tokenInfo };
  },
});

const scopesOf = ({ scopes }: Static<typeof payload>): readonly string[] => scopes ?? defaultScopes.agent;

/** Only the workspace of an agent comes with a token, so only there is something to say about one. */
function assertMintsNothing({ scopes, expiresInDays, limits }: Static<typeof payload>): void {
  const errors = Object.entries({ scopes, expiresInDays, limits }).flatMap(([field, value]): FieldError[] =>
    value === undefined
      ? []
      : [{ pointer: `/${field}`, message: 'is of a token, and the workspace of a developer comes without one' }],
  );
  if (errors.length > 0) refuse('invalid_request', `${errors[0]?.pointer} ${errors[0]?.message}`, { errors });
}
