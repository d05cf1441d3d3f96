import type { Command } from '../declaration/command';
import { systemPrincipal } from '../declaration/principal';
import type { Problem } from '../errors';
import { newUlid, stepKey } from '../ids';
import type { Answer, Static, TSchema } from '../schema/schema';
import type { Call, Outcome } from './call';

/** A command that the product runs for work of its own. */
export interface Act<Payload> {
  readonly storeId: string;
  /** The work that calls for it: the actor of the audit row. */
  readonly by: string;
  readonly payload: Payload;
  /** Ids behind it, by which its audit row is found. */
  readonly cause: Readonly<Record<string, string>>;
  /**
   * Names one command of the work: the same step of the same thing is answered the first outcome, a refusal too.
   * Without it each call is tried afresh; the command itself must then refuse or repeat nothing when it is done already.
   */
  readonly once?: { readonly of: string; readonly step: string };
}

export type Acted<Result> =
  | { readonly result: Result; readonly replayed: boolean }
  /** A refusal of the command. */
  | { readonly problem: Problem };

/**
 * Runs a command for work of the product, in a transaction of its own; the compiler holds the payload.
 * @throws {Refusal} as `CommandBus.execute` does; refusals of the command itself are answered
 */
export async function act<P extends TSchema, R extends TSchema, F>(
  execute: (call: Call) => Promise<Outcome>,
  command: Command<P, R, F>,
  { storeId, by, payload, cause, once }: Act<Static<P>>,
): Promise<Acted<Answer<R>>> {
  const { status, body, replayed } = await execute({
    principal: systemPrincipal(storeId, by),
    mutation: command as unknown as Command,
    payload,
    key: once ? stepKey(once.of, once.step) : newUlid(),
    cause,
  });
  return status < 400 ? { result: body as Answer<R>, replayed } : { problem: body as Problem };
}
