import type { Transaction } from '../kernel/database/queryable';
import type { Recorder } from '../kernel/declaration/context';
import type { Services } from '../kernel/declaration/services';
import { refuse } from '../kernel/errors';
import type { Preview } from '../kernel/trace/recorder';
import { schemaHashOf } from './item/shape';
import { accepted, assertItemMove, commented, isStarted, leftRunning, skipped } from './item/state';
import { item as declared } from './item/table';
import { stepAfterItem, stepOfChange, stepOfGoneCommand, stepWithoutPreview } from './next-step';
import { heldBy, lookToDecide } from './review/review';
import { moveItem, nextItem } from './store';
import type { ItemRow, ProposalRow } from './view';

interface Deciding extends Recorder {
  readonly tx: Transaction;
  readonly storeId: string;
}

/**
 * Skips an item. An item whose work goes on cannot be skipped, since it may yet be applied.
 * @throws {Refusal} not_found, invalid_state
 */
export async function skipItem(
  { tx, storeId, record }: Deciding,
  items: readonly ItemRow[],
  itemId: string,
  reason: string | null = null,
): Promise<void> {
  const item = itemAmong(items, itemId);
  if (isStarted(item))
    refuse('invalid_state', 'The item has started work that goes on: resuming waits for its end.', {
      facts: { state: item.state, ...stepAfterItem(item.state) },
    });
  await moveItem(tx, storeId, skipped(item, reason));
  const [was, is] = reason === null ? [{}, {}] : [{ skipReason: item.skipReason }, { skipReason: reason }];
  const { proposalId, state } = item;
  record(declared.word, itemId, { state, ...was }, { state: 'skipped', ...is }, { proposalId });
}

/** Words of an owner on an item, for whoever proposed it. */
export interface ItemComment {
  readonly itemId: string;
  readonly comment: string;
}

/** Maps the comments by their items. @throws {Refusal} invalid_request */
export function commentsByItem(comments: readonly ItemComment[]): ReadonlyMap<string, string> {
  const byItem = new Map(comments.map(({ itemId, comment }) => [itemId, comment]));
  if (byItem.size < comments.length) refuse('invalid_request', 'Of two comments on one item none is the last.');
  return byItem;
}

/**
 * Keeps what the owner says of an item that goes on to be applied.
 * @throws {Refusal} not_found, invalid_state
 */
export async function commentOnItem(
  { tx, storeId, record }: Deciding,
  items: readonly ItemRow[],
  { itemId, comment }: ItemComment,
): Promise<void> {
  const item = itemAmong(items, itemId);
  await moveItem(tx, storeId, commented(item, comment));
  record(declared.word, itemId, { comment: item.comment }, { comment }, { proposalId: item.proposalId });
}

/**
 * The command of the item whose work goes on was run, and nothing takes it back: the item is left to that work, which says what comes
 * of it. Whether the item is applied nobody knows by then, and nothing waits for it any more.
 */
export async function leaveStarted({ tx, storeId, record }: Deciding, proposalId: string): Promise<void> {
  const item = await nextItem(tx, storeId, proposalId);
  if (!item || !isStarted(item)) return;
  await moveItem(tx, storeId, leftRunning(item));
  record(declared.word, item.id, { state: item.state }, { state: 'left_running' }, { proposalId });
}

interface Accepting extends Deciding {
  readonly services: Services;
  readonly proposal: ProposalRow;
  readonly now: Date;
}

/**
 * Accepts what an item would do now in place of what was recorded. It names the preview that was seen: accepting one thing never
 * applies another, and what is accepted is compared once more when it is applied.
 * @throws {Refusal} not_found, invalid_state, preview_changed, unavailable
 */
export async function acceptItem(
  accepting: Accepting,
  items: readonly ItemRow[],
  { itemId, hash }: { readonly itemId: string; readonly hash: string },
): Promise<void> {
  const { tx, storeId, record, services, proposal } = accepting;
  const item = itemAmong(items, itemId);
  assertItemMove('accept', item);
  const seen = item.currentPreview;
  const holdsItUp = proposal.pause?.itemId === itemId;
  // The shop may have changed since the pause, and a review shows the item as it would be now. Items behind the one that holds all up have
  // not had their turn.
  const current = seen?.hash !== hash && holdsItUp ? ((await previewNow(accepting, item)) ?? seen) : seen;
  if (!current)
    refuse('invalid_state', 'The item has no new preview to accept.', {
      facts: { state: item.state, ...stepWithoutPreview },
    });
  if (current.hash !== hash) {
    refuse('preview_changed', 'The item would do something else by now.', {
      facts: { currentHash: current.hash, ...stepOfChange },
    });
  }
  const command = services.capabilities.mutation(item.command);
  if (!command)
    refuse('invalid_state', `${item.command} is no longer there.`, {
      facts: { state: item.state, ...stepOfGoneCommand },
    });
  await moveItem(tx, storeId, accepted(item, current, schemaHashOf(command)));
  const { proposalId, acceptedHash } = item;
  record(declared.word, itemId, { acceptedHash }, { acceptedHash: hash }, { proposalId });
}

/**
 * Previews the item as it would run now, in the form in which it is kept.
 * @returns null: there is no difference to the recorded preview, or no preview @throws {GaveWay}
 */
const previewNow = (accepting: Accepting, item: ItemRow): Promise<Preview | null> =>
  lookToDecide(accepting, async (trial) => {
    const { services, storeId, proposal, now } = accepting;
    const held = await heldBy(services, { tx: trial, storeId, proposal, item, now });
    return held?.currentPreview ?? null;
  });

const itemAmong = (items: readonly ItemRow[], itemId: string): ItemRow =>
  items.find(({ id }) => id === itemId) ?? refuse('not_found', 'There is no such item in the proposal.');
