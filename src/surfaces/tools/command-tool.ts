import { commandDoor } from '../../kernel/call/stated';
import type { Command } from '../../kernel/declaration/command';
import type { Route } from '../../kernel/declaration/route';
import { requiredRev } from '../../kernel/declaration/traits';
import { newUlid } from '../../kernel/ids';
import { propertiesOf } from '../../kernel/schema/schema';
import {
  asObject,
  assertControls,
  assertNames,
  besideOf,
  type Controls,
  controlsOf,
  deferBump,
  pick,
  traceOf,
} from './arguments';
import { withoutNeeding } from './bytes';
import { definitionOf } from './definition';
import type { Json, Tool } from './tool';

/** A command's tool is `commands.run` with the command already named and the store taken from the token. */
export function commandTool(command: Command, envelope: Route): Tool {
  const payload = withoutNeeding(command.payload);
  const own = controlsOf(command);
  const beside = besideOf(command);
  const rev = requiredRev(command);
  const known = new Set(['payload', 'deferBump', ...Object.keys(own)]);
  const stated = { payload, ...own };
  const taken = { properties: { ...stated, deferBump }, required: ['payload'] };
  // Every command takes it, for a bulk edit with others; it is offered where there is something to defer.
  const offered = defersBump(command) ? taken : { ...taken, properties: stated };
  return {
    capability: command,
    definition: definitionOf(command, offered),
    route: envelope,
    arguments: taken,
    example: { payload: command.example as Json, ...(rev === undefined ? {} : { expectedRev: rev }) },
    input(args, principal) {
      assertNames(args, { known, required: ['payload'], inside: { payload: propertiesOf(payload) } });
      assertControls(beside, args);
      const { expectedRev: _rev, waitSeconds: _wait, ...rest } = args;
      const minted = rest.dryRun === true ? {} : { idempotencyKey: newUlid() };
      const body = { command: command.id, storeId: principal.storeId, ...minted, ...rest };
      const { expectedRev, waitSeconds } = pick(args, beside) as Controls;
      return { params: {}, query: {}, body, expectedRev, waitSeconds, door: commandDoor };
    },
    answer: (reply, input) => {
      const { idempotencyKey, dryRun } = input.body as Controls;
      return {
        ...asObject(reply.body),
        ...(idempotencyKey && !dryRun ? { idempotencyKey } : {}),
        ...traceOf(reply),
      };
    },
  };
}

const defersBump = ({ flags, bumpsAtOnce }: Command): boolean => flags.includes('bumps generation') && !bumpsAtOnce;
