import type { Queryable } from '../../kernel/database/database';
import { EffectQueue } from '../../kernel/work/outbox';
import { ProviderBusy } from '../../provider/error';
import { lackingOf } from '../../provider/providers';
import { askQuietly } from '../job/ask-quietly';
import { inTime } from '../job/in-time';
import type { JobDependencies, StepOptions } from '../job/steps';
import { ordersPull } from '../pull/declaration';
import { ORDERS } from '../pull/steps';

/** Orders that the marketplace took longer ago must be known before it is told a stock above 0. */
const PULLED_WITHIN_MS = 10_000;
/** A pull usually takes a second. */
const AWAITED_MS = 6_000;
const LOOK_MS = 100;

const PULLED = `
  SELECT FROM channel_cursor WHERE store_id = $1 AND extension = $2 AND task = $3
    AND until > clock_timestamp() - $4 * interval '1 ms'`;

async function arePulled(db: Queryable, storeId: string, extension: string): Promise<boolean> {
  const rows = await db.query(PULLED, [storeId, extension, ORDERS, PULLED_WITHIN_MS]);
  return rows.length > 0;
}

/**
 * Has orders pulled before stock is sent, and waits for the pull.
 * @throws {ProviderBusy} when it takes long
 */
export async function pullOrdersFirst(
  { bus, database }: Pick<JobDependencies, 'bus' | 'database'>,
  storeId: string,
  extension: string,
  { signal, onAnswer }: Pick<StepOptions, 'signal' | 'onAnswer'>,
): Promise<void> {
  if (lackingOf(extension, ['packages']).length > 0) return;
  const db = database.reader(storeId);
  const until = Date.now() + AWAITED_MS;
  for (let isAsked = false; ; isAsked = true) {
    if (await inTime(arePulled(db, storeId, extension))) return;
    if (!isAsked) await inTime(askForPull(bus, storeId, extension));
    onAnswer();
    signal.throwIfAborted();
    if (Date.now() > until) throw new ProviderBusy('Orders of the marketplace are pulled before stock is sent.', 1_000);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const askForPull = (bus: JobDependencies['bus'], storeId: string, extension: string): Promise<void> =>
  bus.inTransaction<void>(storeId, async (tx) => {
    const effects = new EffectQueue();
    const input = { since: null, censusDays: null };
    await askQuietly({ tx, effects, storeId, now: await bus.timeOf(tx) }, ordersPull, { extension, input });
    effects.write(tx, storeId, undefined);
    return { keep: true, value: undefined };
  });
