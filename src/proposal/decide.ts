import type { Transaction } from '../kernel/database/database';
import type { CapabilityIndex, Recorder } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import { schemaHashOf } from './item/shape';
import { accepted, assertItemMove, isStarted, left, skipped } from './item/state';
import { item as declared } from './item/table';
import { moveItem, nextItem } from './store';
import type { ItemRow } from './view';

interface Deciding extends Recorder {
  readonly tx: Transaction;
  readonly storeId: string;
}

/**
 * Of an item whose work goes on nobody knows yet whether it is applied, so nobody says that it was skipped.
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
      facts: { state: item.state },
    });
  await moveItem(tx, storeId, skipped(item, reason));
  const [was, is] = reason === null ? [{}, {}] : [{ skipReason: item.skipReason }, { skipReason: reason }];
  const { proposalId, state } = item;
  record(declared.word, itemId, { state, ...was }, { state: 'skipped', ...is }, { proposalId });
}

/**
 * The command of the item whose work goes on was run, and nothing takes it back: the item is left to that work, which says what comes
 * of it. Whether the item is applied nobody knows by then, and nothing waits for it any more.
 */
export async function leaveStarted({ tx, storeId, record }: Deciding, proposalId: string): Promise<void> {
  const item = await nextItem(tx, storeId, proposalId);
  if (!item || !isStarted(item)) return;
  await moveItem(tx, storeId, left(item));
  record(declared.word, item.id, { state: item.state }, { state: 'left_running' }, { proposalId });
}

/**
 * Accepts what an item would do now in place of what was recorded. It names the preview that was seen: accepting one thing never
 * applies another, and what is accepted is compared once more when it is applied.
 * @throws {Refusal} not_found, invalid_state, preview_changed
 */
export async function acceptItem(
  { tx, storeId, record }: Deciding,
  capabilities: CapabilityIndex,
  items: readonly ItemRow[],
  { itemId, hash }: { readonly itemId: string; readonly hash: string },
): Promise<void> {
  const item = itemAmong(items, itemId);
  assertItemMove('accept', item);
  if (!item.currentPreview)
    refuse('invalid_state', 'The item has no new preview to accept.', { facts: { state: item.state } });
  if (item.currentPreview.hash !== hash) {
    refuse('preview_changed', 'The item would do something else by now.', {
      facts: { currentHash: item.currentPreview.hash },
    });
  }
  const command = capabilities.mutation(item.command);
  if (!command) refuse('invalid_state', `${item.command} is no longer there.`, { facts: { state: item.state } });
  await moveItem(tx, storeId, accepted(item, hash, schemaHashOf(command)));
  const { proposalId, acceptedHash } = item;
  record(declared.word, itemId, { acceptedHash }, { acceptedHash: hash }, { proposalId });
}

const itemAmong = (items: readonly ItemRow[], itemId: string): ItemRow =>
  items.find(({ id }) => id === itemId) ?? refuse('not_found', 'There is no such item in the proposal.');
