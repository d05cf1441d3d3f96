import type { CommandBus } from '../../kernel/bus';
import type { UnkeyedCall } from '../../kernel/bus/call';
import type { Transaction } from '../../kernel/database/queryable';
import { ownerWithoutSession } from './principal';

interface Entering extends Pick<UnkeyedCall, 'mutation' | 'payload'> {
  readonly owner: { readonly id: string; readonly storeId: string };
  /** Under which the trace of it stands. */
  readonly key: string;
}

/** Runs what lets an owner in, as that owner, and keeps its trace, in the transaction of the claim: all of it stays, or nothing does. */
export async function enterAs(bus: CommandBus, tx: Transaction, { owner, key, ...call }: Entering): Promise<void> {
  const principal = ownerWithoutSession(owner.id, owner.storeId);
  const entered = await bus.rehearse(tx, { ...call, principal }, await bus.timeOf(tx));
  await entered.keep(key, {}, 'call');
}
