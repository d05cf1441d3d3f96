import type { CommandBus } from '../../kernel/bus';
import type { Transaction } from '../../kernel/database/queryable';
import type { Operation } from '../../provider/port';
import type { ChannelSettings } from '../../store/channel/aggregate';
import { channelSettingsOf } from '../../store/channel/store';
import { claimsPull } from '../claim/declaration';
import { financePull } from '../finance/declaration';
import { askByItself } from '../job/ask-quietly';
import type { Fields, JobKind, Values } from '../job/declaration';
import { hasListings } from '../listing/store';
import { hasLateChanges } from '../offer/due-store';
import { isEnabledChannel } from '../provider/enabled';
import { channelNeeds } from '../provider/needs';
import { ordersPull } from '../pull/declaration';
import { pushNeeds } from '../push/ask';
import { offersPush, pushInput } from '../push/declaration';
import { questionsPull } from '../question/declaration';
import { listingsPush } from '../submission/declaration';
import { nextLookMs } from '../submission/store';
import { webhookCheck } from '../webhook/declaration';
import { findWebhook } from '../webhook/store';
import { claimRound, type RoundTime } from './round-store';
import { syncTasks } from './tasks';

/** A round of work that the clock starts for one channel of a store. */
export interface Round<I extends Fields = Fields> {
  readonly kind: Pick<JobKind<I>, 'begins'>;
  readonly input: Values<I>;
  /** Operations of the marketplace that it asks for. */
  readonly needs: readonly Operation[];
  isWanted(settings: ChannelSettings): boolean;
  /** Tells whether there is anything to do for it. @default there always is */
  isDue?(tx: Transaction, storeId: string, extension: string): Promise<boolean>;
}

const round = <I extends Fields>(declared: Round<I>): Round => declared as unknown as Round;
const ofOrders = (censusDays: number | null) =>
  round({
    kind: ordersPull,
    input: { since: null, censusDays },
    needs: syncTasks.orders.needs,
    isWanted: ({ pull }) => pull.orders,
  });

const ofOffers = (mode: 'send' | 'compare', isDue: NonNullable<Round['isDue']>) =>
  round({
    kind: offersPush,
    input: pushInput(mode),
    needs: pushNeeds.operations,
    isWanted: ({ push }) => push.stock || push.price,
    isDue,
  });

/** The rounds by the names of their schedules. */
export const rounds = {
  orders: ofOrders(null),
  census: ofOrders(1),
  'long-census': ofOrders(14),
  finance: round({
    kind: financePull,
    input: { since: null },
    needs: syncTasks.finance.needs,
    isWanted: ({ pull }) => pull.finance,
  }),
  questions: round({
    kind: questionsPull,
    input: { since: null },
    needs: syncTasks.questions.needs,
    isWanted: ({ pull }) => pull.questions,
  }),
  push: ofOffers('send', hasLateChanges),
  compare: ofOffers('compare', hasListings),
  approvals: round({
    kind: listingsPush,
    input: { listingMode: 'follow', listingIds: null, partial: false },
    needs: ['sendListings', 'batch', 'offers', 'unapproved'],
    isWanted: () => true,
    isDue: async (tx, storeId, extension) => ((await nextLookMs(tx, storeId, extension)) ?? 1) <= 0,
  }),
  claims: round({
    kind: claimsPull,
    input: { since: null },
    needs: syncTasks.claims.needs,
    isWanted: ({ pull }) => pull.claims,
  }),
  webhook: round({
    kind: webhookCheck,
    input: {},
    needs: ['webhooks', 'replaceWebhook'],
    isWanted: ({ pull }) => pull.orders,
    isDue: async (tx, storeId, extension) => (await findWebhook(tx, storeId, extension)) !== undefined,
  }),
} as const satisfies Readonly<Record<string, Round>>;
export type RoundName = keyof typeof rounds;

export interface RoundInput {
  readonly storeId: string;
  readonly extension: string;
  readonly round: string;
}

/**
 * Asks for the job of a round.
 * @param time for which it is asked for; undefined: for now, whoever has asked before
 * @returns `off` where the store does not want it, or its channel cannot be asked; `open` where one is under way; else the job's id
 */
export async function askRound(
  bus: CommandBus,
  { storeId, extension, round: name }: RoundInput,
  time?: RoundTime,
): Promise<string> {
  const asked: Round | undefined = (rounds as Readonly<Record<string, Round>>)[name];
  if (!asked) return 'off';
  return askByItself(bus, storeId, asked.kind, { extension, input: asked.input }, async (tx) => {
    if (!(await isAsked(tx, storeId, extension, asked))) return false;
    return time === undefined || claimRound(tx, storeId, extension, name, time);
  });
}

async function isAsked(
  tx: Transaction,
  storeId: string,
  ext: string,
  { needs, isWanted, isDue }: Round,
): Promise<boolean> {
  if (!(await isEnabledChannel(tx, storeId, ext, channelNeeds('enabled', ...needs)))) return false;
  if (!isWanted(await channelSettingsOf(tx, storeId, ext))) return false;
  return (await isDue?.(tx, storeId, ext)) ?? true;
}
