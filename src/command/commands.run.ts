import { envelopeSchema } from '../kernel/call/envelope';
import { exampleId } from '../kernel/declaration/example';
import type { EnvelopeRoute } from '../kernel/declaration/route';
import { json, nullable, object, t } from '../kernel/schema/schema';

const commandsRun: EnvelopeRoute = {
  kind: 'route',
  writes: true,
  id: 'commands.run',
  label: { tr: 'Bir komut çalıştır', en: 'Run a command' },
  http: 'POST /v1/commands',
  summary: 'Run one command, or preview it with dryRun. The same key answers the same outcome for 30 days.',
  policy: 'propose',
  scope: null,
  params: object({}),
  query: object({}),
  body: envelopeSchema,
  status: 200,
  result: t.Union([
    object(
      { command: t.String(), result: json(), generation: nullable(t.Integer()), auditId: t.String() },
      { additionalProperties: true },
    ),
    object({
      command: t.String(),
      dryRun: t.Literal(true),
      wouldPropose: t.Optional(t.Literal(true)),
      preview: json(),
    }),
  ]),
  refuses: [
    'invalid_request',
    'forbidden_scope',
    'owner_only',
    'runtime_only',
    'not_found',
    'rev_conflict',
    'idempotency_conflict',
    'idempotency_key_expired',
  ],
  example: {
    body: {
      command: 'catalog.price.set',
      storeId: exampleId('str', 'KAHVE'),
      payload: { targetId: exampleId('prd', 'CEZVE'), price: 49_900 },
      dryRun: true,
    },
  },
  envelope: true,
};

export default commandsRun;
