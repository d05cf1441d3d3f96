import type { CommandBus } from '../bus';
import type { Transaction } from '../database/database';

/** Lent to handlers that say what calls would do. What is run there is the handler's to take back. */
export interface Trials extends Pick<CommandBus, 'rehearse' | 'keeping'> {
  /** Runs work in a transaction of its own, of which nothing stays, after those of the same turn. @throws {GaveWay} */
  run<T>(storeId: string, turn: string, work: (trial: Transaction, now: Date) => Promise<T>): Promise<T>;
}

/** @param bus is asked only once a trial runs: it is lent to the bus itself */
export const trialsOn = (bus: () => CommandBus): Trials => ({
  rehearse: (...call) => bus().rehearse(...call),
  keeping: (...kept) => bus().keeping(...kept),
  run: (storeId, turn, work) => bus().tryOut(storeId, turn, work),
});
