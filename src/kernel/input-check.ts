import type { Command, Route } from './declare';
import { type FieldError, refuse } from './errors';
import type { Locate } from './stated';
import { schemaErrors, textErrors } from './validation';

/** What a route is given beside its controls. */
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
  if (hasGuards(payload)) refuseInvalid(schemaErrors(command.payload, withoutGuards(payload)), locate);
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

/** Of what a caller expects (`expectedRev`, `expectedStock`), and does not ask for. */
const GUARD = /^expected[A-Z]/;

const hasGuards = (payload: unknown): boolean => Object.keys(payload as object).some((name) => GUARD.test(name));

/** What is left has to be a call by itself: a guard alone guards nothing. */
const withoutGuards = (payload: unknown): unknown =>
  Object.fromEntries(Object.entries(payload as object).filter(([name]) => !GUARD.test(name)));
