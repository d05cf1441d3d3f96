import type { Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import type { Elsewhere } from '../declaration/context';
import { newUlid } from '../ids';
import type { Answer, Static, TSchema } from '../schema/schema';
import { originOf, type UnkeyedCall } from './call';
import { keepRun } from './keep';
import { running } from './manner';
import type { BusOptions } from './options';
import type { run } from './run';
import { enterStore } from './store';

/** A call that runs another one elsewhere. */
interface Calling {
  readonly options: BusOptions;
  readonly tx: Transaction;
  readonly call: UnkeyedCall;
  readonly now: Date;
  readonly carryOut: typeof run;
}

/**
 * Runs a command in another store in the transaction of a call, as the owner that its caller is there: both stay, or neither does. Its
 * trail stands in that store, under a key of its own; the key of the call decides for both.
 */
export async function elsewhere<P extends TSchema, R extends TSchema>(
  { options, tx, call, now, carryOut }: Calling,
  { storeId, ownerId }: Elsewhere,
  command: Command<P, R>,
  payload: Static<P>,
): Promise<Answer<R>> {
  if (!command.runtimeOnly) throw new Error(`${command.id} is not declared as runtimeOnly`);
  const { session: _ofHere, ...caller } = call.principal;
  const principal = { ...caller, id: ownerId, storeId };
  const inner: UnkeyedCall = { principal, mutation: command as unknown as Command, payload, origin: originOf(call) };
  const manner = running(inner);
  enterStore(tx, storeId);
  const ran = await carryOut(options, tx, inner, manner, now);
  const key = `${call.mutation.id}/${newUlid()}`;
  await keepRun(options, tx, inner, manner, ran, now, { key, cause: {}, by: 'call' });
  enterStore(tx, call.principal.storeId);
  return ran.result as Answer<R>;
}
