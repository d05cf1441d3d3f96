import { kind } from '../access/kind';
import { mintToken } from '../access/token/mint';
import { scopeSchema, token, tokenLabels } from '../access/token/table';
import { limitsSchema, tokenSchema } from '../access/token/view';
import { command } from '../kernel/declaration/command';
import { id, object, t } from '../kernel/schema/schema';

const payload = object({
  kind: kind(),
  label: t.Optional(token.columns.label.schema),
  scopes: t.Optional(
    tokenLabels.scopes(
      t.Array(scopeSchema, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'Default: those of the kind.',
      }),
    ),
  ),
  expiresInDays: t.Optional(
    tokenLabels.expiresInDays(
      t.Integer({ minimum: 1, maximum: 3650, description: 'Default: tokenDefaultExpiryDays of the store, 90.' }),
    ),
  ),
  workspaceId: t.Optional(tokenLabels.workspaceId(id('wsp'))),
  limits: t.Optional(limitsSchema),
});

export default command({
  id: 'token.mint',
  label: { tr: 'Erişim anahtarı oluştur', en: 'Mint an access token' },
  summary: 'Mint an agent or developer token; its plaintext is returned exactly once and never stored.',
  policy: 'owner',
  scope: 'agents:admin',
  payload,
  result: tokenSchema,
  refuses: ['too_many_scopes', 'scope_not_grantable', 'not_found', 'invalid_request'],
  answersOnce: { token: t.String({ description: 'The plaintext, shown this once.' }) },
  route: { id: 'tokens.mint', http: 'POST /v1/tokens', status: 201 },
  example: { kind: 'developer', label: 'ERP' },

  run: (context) => mintToken(context, context.payload),
});
