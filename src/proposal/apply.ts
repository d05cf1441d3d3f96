import { randomUUID } from 'node:crypto';
import { correlation } from '../kernel/correlation';
import { DatabaseAway } from '../kernel/database/connection';
import type { Transaction } from '../kernel/database/queryable';
import { problemOf, Refusal } from '../kernel/errors';
import { SealingKeyRetired } from '../kernel/system-fault';
import { type ApplyDependencies, attemptItem, goesOnWithout, type Turned } from './item/attempt';
import { outcomeOf } from './item/outcome';
import { isStarted, type StartedItem } from './item/state';
import { finishProposal, leaveItemOut, pauseProposal, settleItem } from './moves';
import { findProposal, lockHead, nextItem } from './store';
import type { ItemRow, ProposalHead, ProposalRow } from './view';

/** The outcome of one step of an application. */
export type ApplyStep =
  | { readonly status: 'applied'; readonly line: string }
  /** The work of an item goes on, or nothing can be applied just now: what became of it is to be asked later. */
  | { readonly status: 'waiting'; readonly line: string }
  /** @property pauses counts the pauses of the proposal: a resumption names the one that it ends */
  | { readonly status: 'paused'; readonly pauses: number; readonly line: string }
  | { readonly status: 'ended'; readonly state: ProposalRow['state']; readonly line: string };

export interface Application {
  readonly storeId: string;
  readonly proposalId: string;
  /** The number of tries of this step, this one included. */
  readonly attempt: number;
}

interface Dependencies extends ApplyDependencies {
  /** Tells the operator why an item failed; the owner is shown the request id alone. */
  readonly report: (error: unknown, facts: Readonly<Record<string, unknown>>) => void;
}

/** A second try cures what another process caused; what fails this often fails for a reason of its own. */
const TRIES_MAX = 5;

/**
 * Applies the next item of a proposal, in one transaction: the change runs, and what it did is compared with what the owner saw.
 * Equal: it stays. Different, refused or of another schema: it is taken back, and the proposal pauses with both previews.
 * An item whose command starts work is applied when that work has ended well, and pauses the proposal when it has failed.
 * Nothing but the rows says how far the application is, so the step may be repeated at any point.
 *
 * An item that fails in any other way is tried again by whoever calls, and pauses the proposal when its tries are used up.
 * While Postgres is away the application waits, and the tries that come after that are counted from the first: were it thrown, it would
 * be counted like what an item failed with.
 * @throws what the item failed with while tries are left
 */
export async function applyNextItem(dependencies: Dependencies, application: Application): Promise<ApplyStep> {
  const { bus } = dependencies;
  const { storeId, proposalId, attempt } = application;
  let tried: ItemRow | undefined;
  try {
    return await bus.inTransaction<ApplyStep>(storeId, async (tx) => {
      tried = undefined;
      const proposal = await lockHead(tx, storeId, proposalId);
      const standing = standingStill(proposal);
      if (standing) return { keep: false, value: standing };
      tried = await nextItem(tx, storeId, proposalId);
      return { keep: true, value: await step(dependencies, { tx, storeId, proposal, item: tried }) };
    });
  } catch (error) {
    if (isAway(error)) return AWAY;
    if (!tried || attempt < TRIES_MAX) throw error;
    return giveUp(dependencies, application, tried, error);
  }
}

interface ApplyGround {
  readonly tx: Transaction;
  readonly storeId: string;
  readonly proposal: ProposalHead;
  readonly item: ItemRow | undefined;
}

async function step(dependencies: Dependencies, { tx, storeId, proposal, item }: ApplyGround): Promise<ApplyStep> {
  const { total, pauses } = proposal;
  const now = await dependencies.bus.timeOf(tx);
  const moving = { bus: dependencies.bus, tx, storeId };
  if (!item) {
    const { applied, skipped } = await findProposal(tx, storeId, proposal.id);
    await finishProposal(moving, proposal);
    return { status: 'ended', state: 'applied', line: `${applied} of ${total} items applied, ${skipped} skipped` };
  }
  const turned = isStarted(item)
    ? await settled(dependencies, moving, proposal, item)
    : await attemptItem(dependencies, { tx, storeId, proposal, item, now });
  if (turned === 'applied') return { status: 'applied', line: `${item.seq} of ${total} applied` };
  if (turned === 'started') return { status: 'waiting', line: `waits for the work of item ${item.seq} of ${total}` };
  if (goesOnWithout(proposal, turned))
    return {
      status: 'applied',
      line: `${item.seq} of ${total} left out: ${await leaveItemOut(moving, proposal, item, turned)}`,
    };
  return { status: 'paused', pauses: pauses + 1, line: await pauseProposal(moving, proposal, item, turned) };
}

async function settled(
  dependencies: Dependencies,
  moving: Parameters<typeof settleItem>[0],
  proposal: ProposalHead,
  item: StartedItem,
): Promise<Turned> {
  const outcome = await outcomeOf(dependencies, { ...moving, item });
  if (outcome !== 'ended') return outcome;
  await settleItem(moving, proposal, item);
  return 'applied';
}

/** Answers a step for a proposal that somebody else has moved: it waits for its owner, or is over. undefined: it is being applied. */
function standingStill({ state, pauses, pause }: ProposalHead): ApplyStep | undefined {
  if (state === 'applying') return undefined;
  if (state === 'paused') return { status: 'paused', pauses, line: pause?.message ?? 'paused' };
  return { status: 'ended', state, line: state };
}

/** Pauses at the item that failed, unless it was applied or decided on meanwhile. */
function giveUp(
  { bus, report }: Dependencies,
  { storeId, proposalId, attempt }: Application,
  failed: ItemRow,
  error: unknown,
): Promise<ApplyStep> {
  return bus.inTransaction<ApplyStep>(storeId, async (tx) => {
    const proposal = await lockHead(tx, storeId, proposalId);
    const standing = standingStill(proposal);
    if (standing) return { keep: false, value: standing };
    const item = await nextItem(tx, storeId, proposalId);
    if (item?.id !== failed.id) throw error;
    const requestId = correlation()?.requestId ?? randomUUID();
    report(error, { requestId, proposalId, itemId: item.id, command: item.command, attempt });
    const why = `${whyOf(error)} (${attempt} tries, request ${requestId})`;
    const problem = problemOf(new Refusal('internal', why, { facts: { requestId } }));
    const moving = { bus, tx, storeId };
    const line = await pauseProposal(moving, proposal, item, { reason: 'failed', currentPreview: null, problem, why });
    return { keep: true, value: { status: 'paused', pauses: proposal.pauses + 1, line } };
  });
}

const AWAY: ApplyStep = { status: 'waiting', line: 'waits: the database is away, or secrets cannot be kept just now' };

/** Tells whether every item would fail with this error: only time cures it, so it uses up no try. */
function isAway(error: unknown): boolean {
  if (error instanceof Refusal && error.code !== 'unavailable') return false;
  const cause = error instanceof Refusal ? error.cause : error;
  return cause === undefined || cause instanceof DatabaseAway || cause instanceof SealingKeyRetired;
}

/** Names the reason by the class of SQLSTATE; the words of the database are for the log. */
function whyOf(error: unknown): string {
  const { code } = ((error instanceof Refusal ? error.cause : error) ?? {}) as { code?: string };
  switch (code?.slice(0, 2)) {
    case '22':
      return 'it holds a value that the database cannot take';
    case '23':
      return 'it collides with what the shop holds';
    case '40':
    case '55':
    case '57':
      return 'it waited too long for other changes';
    default:
      return 'it failed on our side';
  }
}
