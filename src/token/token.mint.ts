import { command } from '../kernel/declare';
import { type FieldError, refuse } from '../kernel/errors';
import { id, line, object, oneOf, t } from '../kernel/schema';
import { grantable, type Scope } from '../kernel/scopes';
import { newTokenSecret, tokenDigest } from './token.secret';
import { bindWorkspace, insertToken, tokenExpiryDays } from './token.store';
import { scopeSchema, tokenSchema, tokenView } from './token.view';

const SCOPES_MAX = 10;
const DAY_MS = 86_400_000;

/** Spec §5. */
export const defaultScopes: Record<'agent' | 'developer', readonly Scope[]> = {
  agent: ['catalog:read', 'design:read', 'catalog:write', 'design:write', 'proposals:write', 'sandbox:use'],
  developer: ['catalog:read', 'design:read', 'catalog:write', 'design:write'],
};

const payload = object({
  kind: oneOf(['agent', 'developer']),
  label: t.Optional(line(80, { description: 'What the owner calls it.' })),
  scopes: t.Optional(
    t.Array(scopeSchema, { minItems: 1, maxItems: 100, uniqueItems: true, description: 'Default: those of the kind.' }),
  ),
  expiresInDays: t.Optional(
    t.Integer({ minimum: 1, maximum: 3650, description: 'Default: tokenDefaultExpiryDays of the store, 90.' }),
  ),
  workspaceId: t.Optional(id('wsp')),
});

export default command({
  id: 'token.mint',
  summary: 'Mint an agent or developer token; its plaintext is returned exactly once and never stored.',
  policy: 'owner',
  scope: 'agents:admin',
  payload,
  result: tokenSchema,
  refuses: ['too_many_scopes', 'scope_not_grantable', 'not_found'],
  answersOnce: { token: t.String({ description: 'The plaintext, shown this once.' }) },
  alias: { id: 'tokens.mint', http: 'POST /v1/tokens', status: 201, body: payload, payload: ({ body }) => body },
  example: { kind: 'developer', label: 'ERP' },

  async run({ payload: asked, principal, storeId, tx, now, newId, record, once }) {
    const scopes = asked.scopes ?? [...defaultScopes[asked.kind]];
    assertGrantable(scopes, asked.kind);
    const label = asked.label ?? (asked.kind === 'agent' ? 'Ajan' : 'Geliştirici');
    const days = asked.expiresInDays ?? (await tokenExpiryDays(tx, storeId));
    const workspaceId = asked.kind === 'agent' ? (asked.workspaceId ?? newId('wsp')) : null;
    if (workspaceId)
      await bindWorkspace(tx, storeId, { id: workspaceId, named: asked.workspaceId !== undefined, name: label });
    const secret = newTokenSecret(asked.kind);
    const token = {
      id: newId('tok'),
      kind: asked.kind,
      label,
      scopes,
      workspaceId,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
    };
    await insertToken(tx, storeId, { ...token, digest: tokenDigest(secret), createdBy: principal.id });
    record('token', token.id, null, token);
    once({ token: secret });
    return tokenView({ ...token, revokedAt: null, lastUsedAt: null }, now);
  },
});

function assertGrantable(scopes: readonly Scope[], kind: 'agent' | 'developer'): void {
  if (scopes.length > SCOPES_MAX) refuse('too_many_scopes');
  const errors = scopes.flatMap((scope, index): FieldError[] =>
    grantable(scope, kind)
      ? []
      : [{ pointer: `/scopes/${index}`, message: `${scope} may not be granted to a token of kind ${kind}` }],
  );
  if (errors.length > 0) refuse('scope_not_grantable', errors[0]?.message, { errors });
}
