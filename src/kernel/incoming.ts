import type { Outcome, UnkeyedCall } from './bus/call';
import { type AliasRoute, type Command, type Mutation, routeMutation, type WriteRoute } from './declare';
import type { Envelope } from './envelope';
import { checkInput, checkPayload, type Input, invalid } from './input-check';
import type { Principal } from './principal';
import {
  type Controls,
  type Door,
  type Locate,
  locateIn,
  locateInAlias,
  locateInRoute,
  type Stated,
  statedControls,
  statedIn,
} from './stated';

/*
 * Three doors lead to the same change: a command that an envelope names, the route that stands for a command, and a route that is
 * run as if it were one. Here they become one thing; what is done with it, the dispatcher knows.
 */

/** A change as it came in. */
export interface Incoming {
  /** Who may ask is decided by this one. */
  readonly asked: Command | WriteRoute;
  /** Whose answer it is. */
  readonly answers: Command | WriteRoute | AliasRoute;
  /** Its payload is what came in: nothing has read it yet. */
  readonly call: UnkeyedCall;
  /** @throws {Refusal} invalid_request */
  read(): Readable;
  /** What is answered, of what the handler did. */
  shape(result: unknown, outcome: Outcome): unknown;
}

/** What an incoming change says, and where its pointers lead. */
export interface Readable {
  readonly payload: unknown;
  readonly stated: Stated;
  readonly locate: Locate;
}

/** What comes with a change beside its input: headers, or arguments of a tool. */
export interface Beside extends Controls {
  readonly door: Door;
  readonly requestId?: string;
}

export function throughRoute(route: WriteRoute, principal: Principal, input: Input & Beside): Incoming {
  const payload = { params: input.params, body: input.body };
  return {
    asked: route,
    answers: route,
    call: callOf(principal, routeMutation(route), payload, input),
    read() {
      const locate = locateInRoute(input.door);
      checkInput(route, input, locate);
      return { payload, stated: statedOn(input), locate };
    },
    shape: asIs,
  };
}

export function throughAlias(route: AliasRoute, principal: Principal, input: Input & Beside): Incoming {
  const { command, alias } = route.delegates;
  return {
    asked: command,
    answers: route,
    call: callOf(principal, command, input.body, input),
    read() {
      checkInput(route, input, locateInRoute(input.door));
      const payload = alias.payload(input);
      const locate = locateInAlias(input.door, input.params, input.body, payload);
      checkPayload(command, payload, locate);
      return { payload, stated: statedOn(input), locate };
    },
    shape: asIs,
  };
}

/** @param beside what is stated outside of the envelope */
export function inEnvelope(command: Command, principal: Principal, envelope: Envelope, beside: Beside): Incoming {
  const { payload, idempotencyKey, dryRun, deferBump = false } = envelope;
  const { door } = beside;
  const inPayload = `${door.body}/payload`;
  return {
    asked: command,
    answers: command,
    call: { ...callOf(principal, command, payload, beside), deferBump },
    read() {
      const locate = locateIn(inPayload);
      checkPayload(command, payload, locate);
      if (deferBump && command.bumpsAtOnce)
        invalid(`${door.body}/deferBump`, `cannot be: moving the generation is what ${command.id} is for`);
      const stated = statedControls(
        { controls: beside, at: door },
        statedIn(door.body, { idempotencyKey, dryRun }),
        statedIn(inPayload, { expectedRev: revIn(payload) }),
      );
      if (!stated.dryRun && !stated.idempotencyKey) invalid(`${door.body}/idempotencyKey`, 'is required, or dryRun');
      return { payload, stated, locate };
    },
    shape: (result, { generation, auditId }) => ({ command: command.id, result, generation, auditId }),
  };
}

const asIs = (result: unknown): unknown => result;

const callOf = (
  principal: Principal,
  mutation: Mutation,
  payload: unknown,
  { requestId }: Pick<Beside, 'requestId'>,
): UnkeyedCall => ({ principal, mutation, payload, ...(requestId ? { requestId } : {}) });

/** What is stated about a call of a route: beside its input, and the rev in its body. */
const statedOn = (input: Input & Beside): Stated =>
  statedControls({ controls: input, at: input.door }, statedIn(input.door.body, { expectedRev: revIn(input.body) }));

const revIn = (payload: unknown): number | undefined =>
  (payload as { expectedRev?: number } | null | undefined)?.expectedRev;
