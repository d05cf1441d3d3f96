import { scopeSchema } from '../access/token/table';
import { readRoute } from '../kernel/declaration/route';
import { scopeNames, scopes } from '../kernel/declaration/scopes';
import { scopesNeeded } from '../kernel/declaration/scopes-needed';
import { object, oneOf, t, typeNamed } from '../kernel/schema/schema';

export default readRoute({
  id: 'scopes.list',
  label: { tr: 'Yetkileri listele', en: 'List the scopes' },
  http: 'GET /v1/scopes',
  summary: 'The scope registry with Turkish labels, sensitivity and who may hold each.',
  policy: 'read',
  scope: null,
  result: object({
    items: t.Array(
      typeNamed('Scope')(
        object({
          scope: scopeSchema,
          label: t.String(),
          sensitivity: oneOf(['low', 'high', 'critical']),
          grantable_to: oneOf(['any', 'developer', 'session']),
          used: t.Boolean({ description: 'A capability of this build needs it.' }),
        }),
      ),
    ),
  }),
  refuses: [],

  async run({ services }) {
    const used = scopesNeeded(services.capabilities);
    return {
      items: scopeNames.map((scope) => {
        const { label, sensitivity, grantable_to } = scopes[scope];
        return { scope, label, sensitivity, grantable_to, used: used.has(scope) };
      }),
    };
  },
});
