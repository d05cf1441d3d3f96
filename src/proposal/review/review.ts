import { canonicalJson } from '../../kernel/canonical';
import { DatabaseAway } from '../../kernel/database/connection';
import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { isTransient, LOCK_NOT_AVAILABLE } from '../../kernel/database/sql-states';
import type { Services } from '../../kernel/declaration/services';
import { problemOf, Refusal } from '../../kernel/errors';
import { openPersonal } from '../../kernel/personal/personal-store';
import { SealingKeyRetired } from '../../kernel/system-fault';
import type { FieldChange } from '../../kernel/trace/change';
import { GaveWay, onTrial, untilThrough } from '../../kernel/trial/trial';
import { turnToTry } from '../../kernel/trial/turn-store';
import { goesOnWithout, type HeldItem, type Turn, tryItem } from '../item/attempt';
import { namingCreated, problemNamingCreated } from '../item/created';
import { acceptedPreview, isStarted } from '../item/state';
import { findProposal, skippedItems, waitingItems } from '../store';
import type { ItemRow, ProposalRow } from '../view';
import { type Alikes, alikesOf } from './alike';
import { AmountsSoFar } from './amounts';
import { isReviewedAsRecorded, reviewAsRecorded } from './as-recorded';
import { factsOf, isIrreversible, risksOf } from './risks';
import type { Review, Reviewed } from './schema';
import { SharedRuns } from './shared-runs';
import { SummaryCount } from './summary';

/*
 * The review shows the outcome of applying a proposal now. Every waiting item runs in its order, as an application would run it, after
 * those that would apply. All of it is taken back. An item that would pause is left out for those after it, as when its owner skips it.
 */

/** States in which somebody may still decide on a proposal. */
const undecided: readonly ProposalRow['state'][] = ['open', 'submitted', 'paused'];

/** Tells whether a proposal in this state is reviewed. */
export const isReviewed = ({ state }: Pick<ProposalRow, 'state'>): boolean => undecided.includes(state);

const PREFIX = 'review.';

/** Tells whether a hash names a review, and not the recorded items alone. */
export const isOfReview = (hash: string): boolean => hash.startsWith(PREFIX);

/** Reviews in other processes are waited for in the database. */
const turnOf = (proposalId: string): string => `review ${proposalId}`;

type Read = (db: Queryable) => Promise<unknown>;
type ReadWithReview = readonly [found: PromiseSettledResult<unknown>, review: Review | null];

/** Reviews of one proposal would wait for each other's names and rows, and give way to each other until none has patience left. */
const running = new WeakMap<Services['trials'], SharedRuns<Read, ReadWithReview>>();

function runsOf({ trials }: Services): SharedRuns<Read, ReadWithReview> {
  const known = running.get(trials);
  if (known) return known;
  const runs = new SharedRuns<Read, ReadWithReview>();
  running.set(trials, runs);
  return runs;
}

/**
 * Reviews in a transaction of its own. Callers who ask for the same while a review is under way share the next one. It gives way to a call
 * that moves the proposal meanwhile: otherwise the review would be read with another state than its own.
 * @param read reads further facts of the proposal in the same transaction
 * @returns null: there is nothing to decide any more
 * @throws {GaveWay}
 */
export async function freshReview<Found>(
  services: Services,
  storeId: string,
  proposalId: string,
  read: (db: Queryable) => Promise<Found>,
): Promise<[Found, Review | null]> {
  const [found, review] = await runsOf(services).join(`${storeId} ${proposalId}`, read, (reads) =>
    services.trials.run(storeId, turnOf(proposalId), async (trial, now) => {
      const proposal = await findProposal(trial, storeId, proposalId);
      const read: PromiseSettledResult<unknown>[] = [];
      // Before the items run, so that nothing is called what they would call it. One at a time: they share a connection.
      for (const each of reads) read.push(await settled(each(trial)));
      const review = await reviewed(services, trial, proposal, { storeId, now });
      const { rev } = await findProposal(trial, storeId, proposalId);
      if (rev !== proposal.rev) throw new GaveWay();
      return read.map((found): ReadWithReview => [found, review]);
    }),
  );
  if (found.status === 'rejected') throw found.reason;
  return [found.value as Found, review];
}

/** A refusal of one reader is not a refusal of another one. A fault of the database is a fault for all. */
const settled = (read: Promise<unknown>): Promise<PromiseSettledResult<unknown>> =>
  read.then(
    (value) => ({ status: 'fulfilled', value }),
    (reason) => {
      if (reason instanceof Refusal && !(reason instanceof GaveWay)) return { status: 'rejected', reason };
      throw reason;
    },
  );

interface Deciding {
  readonly services: Services;
  readonly tx: Transaction;
  readonly storeId: string;
  readonly proposal: ProposalRow;
}

/**
 * Looks, in the transaction of whoever decides on a proposal, at what it would come to; nothing of the look stays. It goes ahead of
 * reviews that are asked for meanwhile, and gets through beside the one that runs. @throws {GaveWay}
 */
export const lookToDecide = <T>(
  { services, tx, storeId, proposal }: Deciding,
  look: (trial: Transaction) => Promise<T>,
): Promise<T> =>
  runsOf(services).ahead(`${storeId} ${proposal.id}`, () =>
    untilThrough(async () => {
      await turnToTry(tx, storeId, turnOf(proposal.id));
      return onTrial(tx, look);
    }),
  );

/** @returns null: there is nothing to decide any more @throws {GaveWay} */
export const reviewToDecide = (deciding: Deciding, now: Date): Promise<Review | null> => {
  const { services, storeId, proposal } = deciding;
  return lookToDecide(deciding, (trial) => reviewed(services, trial, proposal, { storeId, now }));
};

/** An item that had its turn; which titles are taken for its own is known after the last one. */
interface Tried {
  readonly item: Omit<Reviewed, 'risks'>;
  readonly changes: readonly FieldChange[];
  risks(alikes: Alikes): Reviewed['risks'];
}

async function reviewed(
  services: Services,
  trial: Transaction,
  proposal: ProposalRow,
  { storeId, now }: { readonly storeId: string; readonly now: Date },
): Promise<Review | null> {
  if (!isReviewed(proposal)) return null;
  const { capabilities, secretBox, digests } = services;
  if (isReviewedAsRecorded(proposal)) return reviewAsRecorded(capabilities, trial, storeId, proposal);
  const rows = await waitingItems(trial, storeId, proposal.id);
  const tried: Tried[] = [];
  const missing = new Set(proposal.skipped > 0 ? await skippedItems(trial, storeId, proposal.id) : []);
  const amounts = new AmountsSoFar({ db: trial, storeId, entities: capabilities.entities });
  for (const item of rows) {
    const turn = { tx: trial, storeId, proposal, item, now };
    const held = isStarted(item) ? null : await nameCreatedBy(services, turn, await heldBy(services, turn));
    const current = held?.currentPreview && (await openPersonal(trial, secretBox, storeId, held.currentPreview));
    const shown = current ?? (await openPersonal(trial, secretBox, storeId, acceptedPreview(item) ?? item.preview));
    const facts = factsOf(capabilities.meanings, shown.changes);
    const moves = await amounts.moved(facts.amounts, held === null);
    const buildsOn = held ? item.buildsOn.filter((seq) => missing.has(seq)) : [];
    const irreversible = isIrreversible(shown, capabilities.mutation(item.command));
    if (held) missing.add(item.seq);
    tried.push({
      changes: shown.changes,
      item: {
        itemId: item.id,
        seq: item.seq,
        outcome: held === null ? 'applies' : goesOnWithout(proposal, held) ? 'skips' : 'pauses',
        reason: held?.reason ?? null,
        why: held?.why ?? null,
        preview: current ?? null,
        problem: held?.problem ?? null,
        buildsOn,
      } as Omit<Reviewed, 'risks'>,
      risks: (alikes) => risksOf(facts, { moves, irreversible, alike: alikes(shown.changes) }),
    });
  }
  // Items that would stop count as well: an owner who accepts one accepts its title. An item that renames a thing is compared under the new
  // title.
  const titled = tried.flatMap(({ changes }) => changes);
  const alikes = await alikesOf(capabilities.entities, trial, storeId, titled);
  const items = tried.map(({ item, risks }) => ({ ...item, risks: risks(alikes) }) as Reviewed);
  const counted = new SummaryCount(capabilities.meanings);
  for (const [index, { changes }] of tried.entries())
    counted.add({ ...(items[index] as Reviewed), command: (rows[index] as ItemRow).command }, changes);
  counted.move(amounts.atTheEnd());
  const summary = counted.summary(proposal);
  const said = items.map(({ itemId, outcome, reason, why, preview, risks }, index) => [
    itemId,
    rows[index]?.acceptedHash ?? null,
    outcome,
    reason,
    why,
    preview?.hash ?? null,
    risks,
  ]);
  // Keyed like the hash of the recording: it covers values that are not everybody's.
  const hash = PREFIX + digests.fingerprint(canonicalJson([proposal.hash, said]), 'review').toString('hex');
  return { hash, wouldPause: summary.wouldPause, items, summary };
}

/** Names the things that items of the proposal create by these items, as a pause would. */
async function nameCreatedBy(
  { capabilities: { entities } }: Services,
  { tx, storeId, proposal }: Turn,
  held: HeldItem | null,
): Promise<HeldItem | null> {
  if (!held?.problem) return held;
  const within = { db: tx, entities, storeId, proposalId: proposal.id };
  const { text: why } = await namingCreated(within, { text: held.why });
  return { ...held, why, problem: await problemNamingCreated(within, held.problem) };
}

/** Tries an item in a transaction that its caller takes back. @returns the reason for which it would be held up; null: it would apply */
export async function heldBy(services: Services, turn: Turn): Promise<HeldItem | null> {
  try {
    const turned = await tryItem({ bus: services.trials, services }, turn);
    return turned === 'applied' ? null : turned;
  } catch (error) {
    if (saysNothing(error)) throw error;
    const why = 'it fails on our side';
    const problem = problemOf(new Refusal('internal', why));
    return { reason: 'failed', currentPreview: null, problem, why };
  }
}

/** Tells whether an error says nothing about the item: the whole trial is to be tried again, or cannot run. */
const saysNothing = (error: unknown): boolean =>
  error instanceof Refusal ||
  error instanceof DatabaseAway ||
  error instanceof SealingKeyRetired ||
  isTransient(error) ||
  (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
