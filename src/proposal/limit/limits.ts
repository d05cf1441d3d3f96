import { type Call, type Inspect, NotPermitted } from '../../kernel/bus/call';
import type { Transaction } from '../../kernel/database/queryable';
import type { Entity } from '../../kernel/declaration/entity';
import type { Principal } from '../../kernel/declaration/principal';
import { Refusal, refuse } from '../../kernel/errors';
import { shopTimeZone } from '../../kernel/shop-time';
import type { Change } from '../../kernel/trace/change';
import { changesCreating } from '../store';
import { driftBeyond, type TooFar, type Touched, touchedAmounts } from './drift';
import { priceLimitOf } from './limit-store';
import { reasonOf } from './words';

/**
 * Holds the changes of a developer token against the prices at the beginning of the day. Otherwise many small steps would make a large one.
 * A change is judged where it runs, inside its transaction, so two calls at a time cannot each take the whole allowance. A change that goes
 * too far may be proposed, by a token that proposes; from any other it is refused.
 */
export function limitOfTheDay(principal: Principal, entities: readonly Entity[]): Pick<Call, 'inspect'> {
  const { id: tokenId, storeId, kind, limits, scopes } = principal;
  const percent = limits?.priceChangePercent;
  if (kind !== 'developer' || percent == null) return {};
  return {
    async inspect(tx, changes, now) {
      const tooFar = await tooFarOnDay({ tx, storeId, tokenId, now }, percent, entities, changes);
      if (!tooFar) return;
      const reason = await reasonOf(entities, tx, storeId, tooFar);
      if (scopes.has('proposals:write')) throw new NotPermitted(reason);
      throw new Refusal('limit_exceeded', `${reason} ${WAYS_OUT}`);
    },
  };
}

/** The ways out for a token that cannot propose. */
const WAYS_OUT = 'The owner may make this change, or a token with proposals:write may propose it.';

/**
 * Counts later work of the product, e.g. a job, with the token that asked for it and with the day: a token may not do by work what it may
 * not do by a call. Work for an agent is counted by the day as well, beside its proposals. The owner who approves one sees that work
 * begins, and not its changes.
 */
export const limitOfWork =
  (entities: readonly Entity[]) =>
  async (tx: Transaction, storeId: string, tokenId: string): Promise<Inspect | undefined> => {
    const percent = await priceLimitOf(tx, storeId, tokenId);
    if (percent === null) return undefined;
    return async (inside, changes, now) => {
      const tooFar = await tooFarOnDay({ tx: inside, storeId, tokenId, now }, percent, entities, changes);
      if (tooFar) refuse('limit_exceeded', `${await reasonOf(entities, inside, storeId, tooFar)} ${OF_WORK}`);
    };
  };

const OF_WORK = 'What the owner asks for has no such limit.';

interface On {
  readonly tx: Transaction;
  readonly storeId: string;
  readonly tokenId: string;
  readonly now: Date;
}

async function tooFarOnDay(
  { tx, storeId, tokenId, now }: On,
  percent: number,
  entities: readonly Entity[],
  changes: readonly Change[],
): Promise<TooFar | undefined> {
  const since = { storeId, tokenId, period: dayOfShop(now), name: 'day', rehearsed: false };
  return driftBeyond(tx, since, percent, await touchedAmounts(tx, since, entities, changes));
}

interface ProposalLimit extends Required<Pick<Call, 'inspect'>> {
  /** @throws {Refusal} limit_exceeded */
  judge(tx: Transaction, proposalId: string): Promise<void>;
}

/**
 * Holds the proposals of an agent against the prices at the beginning of the proposal. The amounts are read while the call is rehearsed,
 * when things exist that the proposal creates. The first amounts are kept outside of the rehearsal, which is taken back.
 */
export function limitOfProposal(principal: Principal, entities: readonly Entity[]): ProposalLimit {
  const { id: tokenId, storeId, kind, limits } = principal;
  const percent = kind === 'agent' ? (limits?.priceChangePercent ?? null) : null;
  let touched: Touched | undefined;
  return {
    async inspect(tx, changes) {
      if (percent !== null) touched = await touchedAmounts(tx, { storeId, tokenId }, entities, changes);
    },
    async judge(tx, proposalId) {
      if (percent === null || !touched) return;
      const since = { storeId, tokenId, period: proposalId, name: 'proposal', rehearsed: true };
      const tooFar = await driftBeyond(tx, since, percent, touched);
      if (!tooFar) return;
      const created = (ids: readonly string[]) => changesCreating(tx, storeId, proposalId, ids);
      refuse('limit_exceeded', await reasonOf(entities, tx, storeId, tooFar, created));
    },
  };
}

const day = new Intl.DateTimeFormat('en-CA', { timeZone: shopTimeZone });

/** `2026-11-21`: days of a shop begin at midnight in Turkey. */
const dayOfShop = (at: Date): string => day.format(at);
