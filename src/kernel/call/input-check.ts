import type { Command } from '../declaration/command';
import type { Route } from '../declaration/route';
import { type FieldError, refuse } from '../errors';
import { isGuard, propertiesOf } from '../schema/schema';
import { schemaErrors, textErrors } from '../schema/validation';
import type { Locate } from './stated';

/** Input of a route beside its controls. */
export interface Input {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

/** @throws {Refusal} invalid_request */
export function checkInput(route: Route, input: Input, locate: Locate): void {
  refuseInvalid(
    [
      ...textErrors(route.params, input.params, '/path'),
      ...textErrors(route.query, input.query, '/query'),
      ...(route.body ? schemaErrors(route.body, input.body, '/body') : []),
    ],
    locate,
  );
}

/** @throws {Refusal} invalid_request */
export function checkPayload(command: Command, payload: unknown, locate: Locate): void {
  refuseInvalid(schemaErrors(command.payload, payload), locate);
  const fields = Object.entries(payload as object);
  const asked = fields.filter(([name]) => !isGuard(propertiesOf(command.payload)[name]));
  // Without its guards the payload still has to be a valid call: a guard alone guards nothing.
  if (asked.length < fields.length) refuseInvalid(schemaErrors(command.payload, Object.fromEntries(asked)), locate);
}

/** @throws {Refusal} invalid_request, at one place */
export function invalid(pointer: string, message: string): never {
  return refuse('invalid_request', `${pointer} ${message}`, { errors: [{ pointer, message }] });
}

function refuseInvalid(errors: readonly FieldError[], locate: Locate): void {
  const moved = errors.map(({ pointer, message }) => ({ pointer: locate(pointer), message }));
  const [first] = moved;
  if (first) refuse('invalid_request', `${first.pointer || 'The body'} ${first.message}`, { errors: moved });
}
