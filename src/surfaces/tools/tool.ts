import type { Reply, RouteInput } from '../../kernel/call/dispatch';
import type { Principal } from '../../kernel/declaration/principal';
import type { Capability, Route } from '../../kernel/declaration/route';
import type { TSchema } from '../../kernel/schema/schema';
import type { Definition } from './definition';

export type Json = Record<string, unknown>;

/** One capability as a tool: what it takes, and which HTTP call its arguments stand for. */
export interface Tool {
  readonly capability: Capability;
  readonly definition: Definition;
  readonly route: Route;
  readonly arguments: Arguments;
  /** Arguments that succeed in the demo store; undefined where they have files. */
  readonly example: Json | undefined;
  /** @throws {Refusal} invalid_request for arguments that the tool does not have */
  input(args: Json, principal: Principal): ToolInput;
  /** A change is answered with the key and the audit row that an HTTP caller reads from headers. */
  answer(reply: Reply, input: RouteInput): Json;
}

export interface Arguments {
  readonly properties: Readonly<Record<string, TSchema>>;
  readonly required: readonly string[];
}

export interface ToolInput extends RouteInput {
  readonly waitSeconds?: number | undefined;
}
