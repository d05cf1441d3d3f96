import type { StoreReader } from '../../kernel/database/queryable';
import type { WorkContext } from '../../kernel/declaration/context';
import type { WorkServices } from '../../kernel/declaration/services';
import { refuse } from '../../kernel/errors';
import type { RemoteAttribute, RemoteAttributeValue, RemoteCategory } from '../../provider/channel/reference';
import { isRefused, ProviderAnswerInvalid, ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { answerOf, isOfProvider } from '../provider/answer';
import { connectChannel } from '../provider/connect';
import { channelNeeds } from '../provider/needs';
import { keepReference, keptReference } from './store';

export const needs = channelNeeds('ready', 'categories', 'attributes', 'attributeValues');

type Adapter = Pick<ChannelAdapter, 'categories' | 'attributes' | 'attributeValues'>;

/** An answer is asked for again when it is older. */
const FRESH_MS = 24 * 60 * 60_000;
/** A category that is not among those kept may be new; whoever tries names out asks no more often than this. */
const UNKNOWN_FRESH_MS = 10 * 60_000;
/** Pages of values that one call asks for. More than ten thousand values nobody chooses from. */
const VALUE_PAGES_MAX = 10;

/** An answer of a marketplace, and when it came. */
export interface DatedAnswer<T> {
  readonly answer: T;
  readonly asOf: string;
}

export interface AttributeValues {
  readonly values: readonly RemoteAttributeValue[];
  /** The number of all values at the marketplace. */
  readonly total: number;
}

interface Asking {
  readonly db: StoreReader;
  readonly services: Pick<WorkServices, 'bookkeeping'>;
  readonly storeId: string;
  readonly ext: string;
  readonly adapter: Adapter;
  /** Calls the marketplace: a caller who waits hears of its failures in the platform's codes, and a job in those of the port. */
  readonly call: <T>(ask: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** The marketplace is asked whatever is kept. */
  readonly refresh: boolean;
}

/** Looks things up at a marketplace, within its budget. What it said within a day is not asked for again. */
export async function askReferences(
  { db, services, storeId }: Pick<WorkContext, 'db' | 'services' | 'storeId'>,
  { ext, refresh = false }: { readonly ext: string; readonly refresh?: boolean | undefined },
) {
  const { adapter } = await connectChannel({ db, services, storeId, ext, needs });
  return referencesOf({ db, services, storeId, ext, adapter, refresh, call: answerOf });
}

/** Look-ups by an adapter that is connected already. */
export const referencesOf = (asking: Asking) => ({
  categories: () => categories(asking),
  attributes: (categoryId: string) => attributes(asking, categoryId),
  values: (categoryId: string, attributeId: string) => values(asking, categoryId, attributeId),
});

const categories = (asking: Asking, freshMs = FRESH_MS): Promise<DatedAnswer<RemoteCategory[]>> =>
  freshAnswer(
    asking,
    'categories',
    async () => [...(await asking.call((signal) => asking.adapter.categories(signal)))],
    freshMs,
  );

/** @throws {Refusal} not_found of a category that does not exist, invalid_request of one that is no leaf */
async function attributes(asking: Asking, categoryId: string): Promise<DatedAnswer<RemoteAttribute[]>> {
  const calm = { ...asking, refresh: false };
  const isIt = (category: RemoteCategory): boolean => category.categoryId === categoryId;
  const known =
    (await categories(calm)).answer.find(isIt) ?? (await categories(calm, UNKNOWN_FRESH_MS)).answer.find(isIt);
  if (!known) refuse('not_found', `The marketplace has no category ${categoryId}.`);
  if (!known.isLeaf) {
    const message = 'has categories below it: attributes are those of a leaf';
    refuse('invalid_request', `The category ${known.name} ${message}.`, {
      errors: [{ pointer: '/query/categoryId', message }],
    });
  }
  return freshAnswer(asking, `attributes/${categoryId}`, async () => [
    ...(await asking.call((signal) => asking.adapter.attributes(categoryId, signal))),
  ]);
}

/** @throws {Refusal} as of attributes, and not_found of an attribute that the category has not */
async function values(asking: Asking, categoryId: string, attributeId: string): Promise<DatedAnswer<AttributeValues>> {
  const { answer } = await attributes({ ...asking, refresh: false }, categoryId);
  if (!answer.some((attribute) => attribute.attributeId === attributeId))
    refuse('not_found', `The category ${categoryId} has no attribute ${attributeId}.`);
  return freshAnswer(asking, `values/${categoryId}/${attributeId}`, () => allValues(asking, categoryId, attributeId));
}

async function allValues({ adapter, call }: Asking, categoryId: string, attributeId: string): Promise<AttributeValues> {
  const found = new Map<string, RemoteAttributeValue>();
  let cursor: string | null = null;
  let total = 0;
  for (let page = 0; page < VALUE_PAGES_MAX; page++) {
    const before = found.size;
    const asked: string | null = cursor;
    const answer = await call(async (signal) => {
      const answered = await adapter.attributeValues({ categoryId, attributeId }, asked, signal);
      for (const value of answered.values) found.set(value.valueId, value);
      if (answered.next !== null && found.size === before)
        throw new ProviderAnswerInvalid('The marketplace answered a page of values that says nothing new.');
      return answered;
    });
    total = answer.total;
    cursor = answer.next;
    if (cursor === null) break;
  }
  return { values: [...found.values()], total: Math.max(total, found.size) };
}

/** Answers from what is kept, if it is fresh, else asks the marketplace. Where that does not answer, an old answer is better than none. */
async function freshAnswer<T>(
  asking: Asking,
  subject: string,
  ask: () => Promise<T>,
  freshMs = FRESH_MS,
): Promise<DatedAnswer<T>> {
  const { db, services, storeId, ext, refresh } = asking;
  const kept = await keptReference(db, storeId, ext, subject);
  const last = kept && { answer: kept.answer as T, asOf: new Date(kept.asOf).toISOString() };
  if (last && !refresh && Date.now() - Date.parse(last.asOf) < freshMs) return last;
  try {
    const answer = await ask();
    const asOf = new Date().toISOString();
    await keepReference(services.bookkeeping(storeId), storeId, { extension: ext, subject, answer, asOf });
    return { answer, asOf };
  } catch (error) {
    if (last && (isOfProvider(error) || isOfPort(error))) return last;
    throw error;
  }
}

/** A job hears of failures as the port says them. */
const isOfPort = (error: unknown): boolean =>
  isRefused(error) || [ProviderThrottled, ProviderUnavailable, ProviderAnswerInvalid].some((of) => error instanceof of);
