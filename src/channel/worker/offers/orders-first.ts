import { lackingOf } from '../../../extension/provider/providers';
import type { Queryable } from '../../../kernel/database/queryable';
import { ProviderBusy } from '../../../provider/error';
import { askByItself } from '../../job/ask-quietly';
import { inTime } from '../../job/in-time';
import type { JobDependencies, StepOptions } from '../../job/steps';
import { ordersPull } from '../../pull/declaration';
import { isRecent } from '../../task/store';
import { ORDERS } from '../orders-pull';

/** Orders that the marketplace took longer ago must be known before it is told a stock above 0. */
const PULLED_WITHIN_MS = 10_000;
/** A pull usually takes a second. */
const AWAITED_MS = 6_000;
const LOOK_MS = 100;

/** Tells whether a stock above 0 may be sent: the marketplace has no orders, or they were pulled just before. */
export const knowsOrders = async (db: Queryable, storeId: string, extension: string): Promise<boolean> =>
  lackingOf(extension, ['packages']).length > 0 || isRecent(db, storeId, extension, ORDERS, PULLED_WITHIN_MS);

/** Pulls orders before stock is sent, and waits for the pull. @throws {ProviderBusy} when it takes long */
export async function pullOrdersFirst(
  { bus, database }: Pick<JobDependencies, 'bus' | 'database'>,
  storeId: string,
  extension: string,
  { signal, onAnswer }: Pick<StepOptions, 'signal' | 'onAnswer'>,
): Promise<void> {
  const db = database.reader(storeId);
  const input = { since: null, censusDays: null };
  const until = Date.now() + AWAITED_MS;
  for (let isAsked = false; ; isAsked = true) {
    if (await inTime(knowsOrders(db, storeId, extension))) return;
    if (!isAsked) await inTime(askByItself(bus, storeId, ordersPull, { extension, input }));
    onAnswer();
    signal.throwIfAborted();
    if (Date.now() > until) throw new ProviderBusy('Orders of the marketplace are pulled before stock is sent.', 1_000);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
