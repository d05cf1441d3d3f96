import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { kit } from './kit';
import { aliasSchema, elementSchema, tokenSchema, zoneSchema } from './schema';

export default readRoute({
  id: 'kit.contract.get',
  label: { tr: 'Kit sözleşmesini oku', en: 'Read the contract of the kit' },
  http: 'GET /v1/kit/contract',
  summary:
    'All that a skin, a design or an extension may refer to: elements with their parts, axes and states, tokens, zones, limits, and names that were renamed.',
  policy: 'read',
  scope: 'design:read',
  result: object({
    version: t.String(),
    elements: t.Array(elementSchema),
    tokens: t.Array(tokenSchema),
    zones: t.Array(zoneSchema),
    limits: t.Record(t.String(), t.Integer()),
    aliases: t.Record(t.String(), aliasSchema, { description: 'By the old name.' }),
  }),
  refuses: [],

  run: async () => ({ ...kit }),
});
