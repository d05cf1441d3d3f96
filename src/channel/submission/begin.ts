import { Refusal } from '../../kernel/errors';
import { inTime } from '../job/in-time';
import { markDue } from '../offer/due-store';
import { forgetSendings } from '../push/sending-store';
import { referencesOf } from '../reference/reference';
import { faultsOf } from './check';
import { gather } from './gather';
import { faultError, type Ground } from './ground';
import { isListed, type PushedItem } from './item';
import { subjectsOf } from './rules';
import { itemsById, takeUp } from './store';

/**
 * Checks everything before anything is sent, by rules of the marketplace that are not older than a day, and takes up what may be sent. A fault
 * ends the job, unless faulty listings are left out.
 */
export async function begin(ground: Ground): Promise<void> {
  const { storeId, reader, ext, job, dependencies, limits, terms } = ground;
  const items = await inTime(itemsById(reader, storeId, job.input.listingIds ?? []));
  const fresh = items.filter((item) => !isListed(item));
  if (!(await learnRules(ground, fresh))) return;
  const { settings } = dependencies.services;
  const checking = await inTime(gather({ db: reader, settings, storeId, ext, limits, terms }, fresh));
  const faulty = fresh.flatMap((item) => {
    const faults = faultsOf(item, checking);
    return faults.length > 0 ? [{ item, faults }] : [];
  });
  const errors = faulty.map(({ item, faults }) => faultError(item, faults));
  const good = fresh.filter((item) => !faulty.some((each) => each.item === item)).map(({ id }) => id);
  const listed = items.filter(isListed).map(({ id }) => id);
  await ground.book(async (tx) => {
    const total = items.length;
    if (errors.length > 0 && !job.input.partial)
      return { total, items: total, errors, exhausted: true, progress: { begun: true } };
    takeUp(tx, storeId, job.id, good);
    forgetSendings(tx, storeId, ext);
    // A product that is listed already is kept in step by its stock and price.
    if (listed.length > 0) markDue(tx, storeId, ext, listed);
    const progress = { begun: true, listed: listed.length };
    return { total, items: errors.length + listed.length, errors, progress };
  });
}

/** Stores the marketplace's answers that decide about these items. @returns false when there is no time left in this step */
async function learnRules(ground: Ground, items: readonly PushedItem[]): Promise<boolean> {
  const { storeId, reader: db, ext, options, channel, dependencies } = ground;
  const { services } = dependencies;
  const call = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    options.signal.throwIfAborted();
    const answer = await ask(options.signal);
    options.onAnswer();
    return answer;
  };
  const { adapter } = channel;
  const references = referencesOf({ db, services, storeId, ext, adapter, refresh: false, call });
  const { categories, values } = subjectsOf(items);
  for (const categoryId of categories) {
    if (options.until()) return false;
    await unlessUnknown(references.attributes(categoryId));
  }
  for (const { categoryId, attributeId } of values.values()) {
    if (options.until()) return false;
    await unlessUnknown(references.values(categoryId, attributeId));
  }
  return true;
}

/** A category or attribute that the marketplace does not have is a fault of the listing, told with all others. */
const unlessUnknown = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
  });
