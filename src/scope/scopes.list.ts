import { scopeSchema } from '../access/token/table';
import { readRoute } from '../kernel/declare';
import { object, oneOf, t } from '../kernel/schema';
import { scopeNames, scopes } from '../kernel/scopes';

export default readRoute({
  id: 'scopes.list',
  http: 'GET /v1/scopes',
  summary: 'The scope registry with Turkish labels, sensitivity and who may hold each.',
  policy: 'read',
  scope: null,
  result: object({
    items: t.Array(
      object({
        scope: scopeSchema,
        label: t.String(),
        sensitivity: oneOf(['low', 'high', 'critical']),
        grantable_to: oneOf(['any', 'developer', 'session']),
      }),
    ),
  }),
  refuses: [],

  async run() {
    return {
      items: scopeNames.map((scope) => {
        const { label, sensitivity, grantable_to } = scopes[scope];
        return { scope, label, sensitivity, grantable_to };
      }),
    };
  },
});
