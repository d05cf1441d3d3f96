import { command } from '../kernel/declare';
import { id, line, object, oneOf, t } from '../kernel/schema';
import { mintToken } from './mint';
import { limitsSchema, scopeSchema, tokenSchema } from './token.view';

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
  limits: t.Optional(limitsSchema),
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

  run: (context) => mintToken(context, context.payload as never),
});
