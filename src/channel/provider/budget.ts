import type { Queryable } from '../../kernel/database/queryable';
import { ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { Guard } from '../../provider/guarded';
import type { Operation } from '../../provider/port';
import type { ChannelProvider, RequestGroup } from '../../provider/provider';
import {
  BEGIN_MS,
  type BudgetOf,
  countRequest,
  endPause,
  type Grant,
  giveBack,
  pauseGroup,
  type SpanLimit,
  takeBudget,
} from './budget-store';

/**
 * Parts of a group's budget, by the urgency of the call: orders, stock, prices and packages may use all of it, callers who wait for an
 * answer leave room for them, and imports and other bulk work leave room for both.
 */
export const shares = { urgent: 1, asked: 0.8, bulk: 0.6 } as const;
export type Urgency = keyof typeof shares;

/** Operations that no group names share this one. */
const OTHERS = { name: 'general', operations: [], per10Seconds: null, perMinute: null } as const satisfies RequestGroup;

/** Lists the request groups of a channel; the group of all other operations comes first. */
export const groupsOf = (
  { groups }: Pick<ChannelProvider, 'groups'>,
  config: Readonly<Record<string, unknown>>,
): readonly RequestGroup[] => [OTHERS, ...(groups?.(config) ?? [])];

/** Lists the limits of a group that hold for a call of this urgency. @param ofChannel requests in 10 s of the channel; 0: without limit */
export function limitsOf(
  { per10Seconds, perMinute }: RequestGroup,
  ofChannel: number,
  urgency: Urgency = 'urgent',
): SpanLimit[] {
  const limits: readonly SpanLimit[] = [
    { seconds: 10, requests: per10Seconds ?? ofChannel },
    { seconds: 60, requests: ofChannel === 0 ? 0 : (perMinute ?? 0) },
  ];
  return limits
    .filter(({ requests }) => requests > 0)
    .map(({ seconds, requests }) => ({ seconds, requests: Math.ceil(requests * shares[urgency]) }));
}

interface Budget {
  readonly books: Queryable;
  readonly storeId: string;
  readonly ext: string;
  readonly groups: readonly RequestGroup[];
  /** Requests in 10 s of the channel; 0: without limit. */
  readonly ofChannel: number;
  readonly urgency: Urgency;
}

/**
 * Takes a slot of the operation's group before each call, and counts it. An empty budget, and a group that pauses after a 429, become the
 * wait that the provider would have asked for; the calls of other groups go on.
 */
export function withinBudget({ books, storeId, ext, groups, ofChannel, urgency }: Budget, guard: Guard): Guard {
  const groupOf = (operation: string | undefined): RequestGroup =>
    groups.find(({ operations }) => operations.includes(operation as Operation)) ?? OTHERS;
  return async (call, signal, operation) => {
    const group = groupOf(operation);
    const of = { storeId, extension: ext, group: group.name };
    const { slots, wasPaused } = await granted(books, of, limitsOf(group, ofChannel, urgency));
    try {
      const answer = await guard(call, signal, operation);
      await countRequest(books, of, slots, false);
      if (wasPaused) await endPause(books, of);
      return answer;
    } catch (error) {
      const isThrottled = error instanceof ProviderThrottled;
      const hasArrived = !signal.aborted && !(error instanceof ProviderUnavailable && error.status === undefined);
      await countRequest(books, of, hasArrived ? slots : undefined, isThrottled);
      if (!isThrottled) throw error;
      throw new ProviderThrottled(await pauseGroup(books, of, error.waitMs));
    }
  };
}

/** Grants that came too late to be used, in a row, before the caller is to come again. */
const LATE_MAX = 3;

/** Takes a grant that is still good when it arrives here. @throws {ProviderThrottled} when there is none */
async function granted(
  books: Queryable,
  of: BudgetOf,
  limits: readonly SpanLimit[],
): Promise<Extract<Grant, { readonly granted: true }>> {
  for (let late = 0; ; late += 1) {
    const askedAt = performance.now();
    const grant = await takeBudget(books, of, limits);
    if (!grant.granted) throw new ProviderThrottled(grant.waitMs);
    if (performance.now() - askedAt < BEGIN_MS) return grant;
    await giveBack(books, of, grant.slots);
    if (late === LATE_MAX) throw new ProviderThrottled(BEGIN_MS);
  }
}
