import type { Outcome, UnkeyedCall } from '../bus/call';
import type { Correlation } from '../correlation';
import type { Command } from '../declaration/command';
import { locateThrough, payloadOf } from '../declaration/doors';
import type { Principal } from '../declaration/principal';
import type { CommandRoute } from '../declaration/route';
import type { Envelope } from './envelope';
import { checkInput, checkPayload, type Input, invalid } from './input-check';
import {
  type Controls,
  commandDoor,
  type Door,
  type Locate,
  locateIn,
  locateInRoute,
  type Stated,
  statedControls,
  statedIn,
} from './stated';

/*
 * Two doors lead to a command: the envelope that names it, and its route. Here they become one thing; what is done with it, the
 * dispatcher knows.
 */

/** A change as it came in. */
export interface Incoming {
  /** The command, or the route to it, that answers. */
  readonly answers: Command | CommandRoute;
  /** The call; its payload is the input as it came, which nothing has read yet. */
  readonly call: UnkeyedCall;
  /** @throws {Refusal} invalid_request */
  read(): Readable;
  /** Shapes the answer from the result of the handler. */
  shape(result: unknown, outcome: Outcome): unknown;
}

/** Content of an incoming change, and the targets of its pointers. */
export interface Readable {
  readonly payload: unknown;
  readonly stated: Stated;
  readonly locate: Locate;
}

/** Controls that come with a change beside its input: headers, or arguments of a tool. */
export interface Beside extends Controls {
  readonly door: Door;
  /** The request that it came with. */
  readonly origin?: Correlation | undefined;
}

export function throughRoute(route: CommandRoute, principal: Principal, input: Input & Beside): Incoming {
  const { command, door } = route;
  return {
    answers: route,
    call: callOf(principal, command, payloadOf(door, input), input),
    read() {
      checkInput(route, input, locateInRoute(input.door));
      const payload = payloadOf(door, input);
      const locate = locateThrough(door, input.door);
      checkPayload(command, payload, locate);
      const stated = statedControls({ controls: input, at: input.door });
      assertRevStated(command, stated, input.door.expectedRev);
      return { payload, stated: askedAt(input.door.expectedRev, stated), locate };
    },
    shape: (result) => result,
  };
}

/** @param beside the statements outside of the envelope, e.g. in headers */
export function inEnvelope(command: Command, principal: Principal, envelope: Envelope, beside: Beside): Incoming {
  const { payload, idempotencyKey, dryRun, deferBump = false } = envelope;
  const { door } = beside;
  const inPayload = `${door.body}/payload`;
  return {
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
      const asked = door === commandDoor ? door.expectedRev : `${inPayload}/expectedRev`;
      assertRevStated(command, stated, asked);
      if (!stated.dryRun && !stated.idempotencyKey) invalid(`${door.body}/idempotencyKey`, 'is required, or dryRun');
      return { payload, stated: askedAt(asked, stated), locate };
    },
    shape: (result, { generation, auditId }) => ({ command: command.id, result, generation, auditId }),
  };
}

/** A command may need a rev that was not stated: it points to where that would stand. */
const askedAt = (place: string, stated: Stated): Stated =>
  stated.expectedRev === undefined ? { ...stated, expectedRevAt: place } : stated;

/** @param place the place in which the caller could have stated the rev @throws {Refusal} invalid_request */
function assertRevStated({ subject }: Command, { expectedRev }: Stated, place: string): void {
  if (!subject?.required || expectedRev !== undefined) return;
  invalid(place, `is required: the rev of the ${subject.entity} that you have read${subject.optional ? ', or 0' : ''}`);
}

const callOf = (principal: Principal, mutation: Command, payload: unknown, { origin }: Beside): UnkeyedCall => ({
  principal,
  mutation,
  payload,
  origin,
});

/** The rev that a payload states for its subject; undefined: it states none. */
export const revIn = (payload: unknown): number | undefined =>
  (payload as { expectedRev?: number } | null | undefined)?.expectedRev;
