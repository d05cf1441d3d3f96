import type { CommandRoute } from '../kernel/declare';
import { envelopeSchema } from '../kernel/dispatch';
import { json, nullable, object, t } from '../kernel/schema';

const commandsRun: CommandRoute = {
  kind: 'route',
  writes: true,
  id: 'commands.run',
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
    object({ command: t.String(), dryRun: t.Literal(true), preview: json() }),
  ]),
  refuses: [
    'invalid_request',
    'forbidden_scope',
    'owner_only',
    'not_found',
    'rev_conflict',
    'idempotency_conflict',
    'idempotency_key_expired',
  ],
  delegates: 'envelope',
};

export default commandsRun;
