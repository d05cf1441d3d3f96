import { productsWithCodes } from '../../catalog/digital/sale-store';
import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { ProblemCode } from '../../kernel/problems';
import { linesShort, productsShort, type ShortLine, storesShort } from '../epin/store';
import fulfill from '../order.line.epin.fulfill';

const STORES = 100;
const LINES = 200;

interface Dependencies {
  readonly bus: CommandBus;
  readonly database: Database;
}

/**
 * Gives lines that wait for codes what pools have by now, who bought first being first. Each line is a transaction of its own under the
 * lock of its order, which says what it is still owed: a sweep that was killed, or runs beside another one, gives nothing twice.
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

/** The refusals that show that others were faster: they have given the line its codes, taken the codes, or given its money back. */
const OVERTAKEN: ReadonlySet<ProblemCode> = new Set(['invalid_state', 'out_of_stock', 'not_found']);

/** @returns false when others were faster, with the line or with the codes @throws whatever else keeps it from its codes */
async function fulfilLine({ bus }: Dependencies, storeId: string, { orderId, lineId }: ShortLine): Promise<boolean> {
  // Tried afresh each time: a refusal is no last word, and the line itself says what it is still owed.
  const acted = await bus.act(fulfill, {
    storeId,
    by: 'epin-fulfilment',
    payload: { orderId, lineId },
    cause: { orderId },
  });
  if ('result' in acted) return true;
  const { code, detail } = acted.problem;
  if (!OVERTAKEN.has(code)) throw new Error(`${lineId}: ${code}: ${detail}`);
  return false;
}
