import type { Command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { nearestName } from '../kernel/declaration/near-names';
import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';

export default readRoute({
  id: 'validate.command',
  label: { tr: 'Bir komutun girdisini denetle', en: 'Validate the payload of a command' },
  http: 'POST /v1/validate/command',
  summary: 'Validate a command payload against its schema; no preview, no mutation.',
  policy: 'quote',
  scope: null,
  body: object({ command: t.String({ maxLength: 80 }), payload: t.Record(t.String(), t.Unknown()) }),
  result: object({ valid: t.Boolean(), errors: t.Array(object({ pointer: t.String(), message: t.String() })) }),
  refuses: ['invalid_request'],
  example: {
    body: {
      command: 'catalog.price.set',
      payload: { targetId: exampleId('prd', 'CEZVE'), price: 49_900 },
    },
  },

  async run({ body, services }) {
    const command = services.capabilities.command(body.command);
    const errors = command
      ? services.capabilities.payloadErrors(command, body.payload)
      : [{ pointer: '/command', message: noCommand(body.command, services.capabilities.commands) }];
    return { valid: errors.length === 0, errors: [...errors] };
  },
});

function noCommand(id: string, commands: readonly Pick<Command, 'id'>[]): string {
  const near = nearestName(
    id,
    commands.map((command) => command.id),
  );
  return `there is no command ${id}${near ? `; did you mean ${near}?` : ''}`;
}
