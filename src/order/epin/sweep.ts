import { productsWithCodes } from '../../catalog/digital/sale-store';
import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import { Refusal } from '../../kernel/errors';
import fulfill from '../order.line.epin.fulfill';
import { linesShort, productsShort, type ShortLine, storesShort } from './store';

const STORES = 100;
const LINES = 200;

interface Dependencies {
  readonly bus: CommandBus;
  readonly database: Database;
}

/**
 * Gives lines that wait for codes what pools have by now, who bought first being first. Each line is a transaction of its own under the
 * lock of its order, and its key tells how many codes it had: a sweep that was killed, or runs beside another one, gives nothing twice.
 * @returns how many lines were given some
 */
export async function fulfilShort(dependencies: Dependencies): Promise<number> {
  let given = 0;
  for (let after = ''; ; ) {
    const stores = await storesShort(dependencies.database.system, after, STORES);
    for (const storeId of stores) given += await fulfilStore(dependencies, storeId);
    if (stores.length < STORES) return given;
    after = stores.at(-1) as string;
  }
}

async function fulfilStore(dependencies: Dependencies, storeId: string): Promise<number> {
  const db = dependencies.database.reader(storeId);
  let given = 0;
  for (;;) {
    const products = await productsWithCodes(db, storeId, await productsShort(db, storeId));
    if (products.length === 0) return given;
    const lines = await linesShort(db, storeId, products, LINES);
    let some = 0;
    for (const line of lines) if (await fulfilLine(dependencies, storeId, line)) some += 1;
    given += some;
    if (some === 0) return given;
  }
}

/** @returns false when others were faster, with the line or with the codes */
async function fulfilLine({ bus }: Dependencies, storeId: string, line: ShortLine): Promise<boolean> {
  const { orderId, lineId, codes } = line;
  const terms = {
    storeId,
    workflowId: 'epin-fulfilment',
    step: `${lineId}/${codes}`,
    payload: { orderId, lineId },
    cause: { orderId },
  };
  try {
    return await bus.inTransaction(storeId, async (tx) => {
      await bus.issue(tx, fulfill, terms);
      return { keep: true, value: true };
    });
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
