import type { Transaction } from '../database/queryable';
import type { CommandBus } from './index';

/**
 * Writes where the asking of a provider stands, in a transaction of its own.
 * @param write a statement that finds the row only as it was read, and returns it
 * @returns whether it was written: not when another attempt asks, or it has ended
 */
export const noted = (
  bus: CommandBus,
  storeId: string,
  write: (tx: Transaction) => Promise<unknown[]>,
): Promise<boolean> =>
  bus.inTransaction<boolean>(storeId, async (tx) => {
    const { length } = await write(tx);
    return { keep: length > 0, value: length > 0 };
  });
