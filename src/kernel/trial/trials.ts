import type { Keeping, Rehearsal, UnkeyedCall } from '../bus/call';
import type { Transaction } from '../database/queryable';

/** Says what calls would do. The handler takes back what it runs there. */
export interface Trials {
  /** Runs a call inside a transaction of the handler's. */
  rehearse(tx: Transaction, call: UnkeyedCall, now: Date): Promise<Rehearsal>;
  /** Finds the forms in which the parts of a call are kept. @param persons the persons that it is about */
  keeping(tx: Transaction, call: UnkeyedCall, persons: readonly string[]): Promise<Keeping>;
  /** Runs work in a transaction of its own, of which nothing stays, after those of the same turn. @throws {GaveWay} */
  run<T>(storeId: string, turn: string, work: (trial: Transaction, now: Date) => Promise<T>): Promise<T>;
}

/** The bus, as far as trials go. */
interface TryingBus extends Pick<Trials, 'rehearse' | 'keeping'> {
  tryOut: Trials['run'];
}

/** @param bus is asked only once a trial runs: it is lent to the bus itself */
export const trialsOn = (bus: () => TryingBus): Trials => ({
  rehearse: (...call) => bus().rehearse(...call),
  keeping: (...kept) => bus().keeping(...kept),
  run: (storeId, turn, work) => bus().tryOut(storeId, turn, work),
});
