import { refuse } from '../../kernel/errors';
import type { Preview } from '../../kernel/trace/recorder';
import { stepAfterItem } from '../next-step';
import type { ItemRow } from '../view';
import { type ItemState, itemStates } from './table';

/**
 * pending ──apply──▶ applied           each of: pending, stale, refused, failed
 *    │ ├────start──▶ started ──settle──▶ applied
 *    │ │                │ │ └──leave──▶ left_running    its proposal was withdrawn; what comes of the work, the work says
 *    │ │                │ └─────hold──▶ refused         the work has failed: the next try is another call
 *    │ │                └──suspend──▶ started           held up by something else than its work
 *    │ ├────hold───▶ stale, refused, failed
 *    │ └────skip───▶ skipped
 *    └──────drop───▶ dropped                            its proposal was rejected or withdrawn
 *
 * An acceptance or a comment changes nothing of the state of a waiting item. Nobody skips or drops an item whose work goes on: nobody could
 * say whether it was applied.
 */
const heldStates = ['stale', 'refused', 'failed'] as const satisfies readonly ItemState[];
const waiting = ['pending', ...heldStates] as const;

export const itemMoves = {
  apply: { from: waiting, to: ['applied'] },
  start: { from: waiting, to: ['started'] },
  hold: { from: [...waiting, 'started'], to: heldStates },
  skip: { from: waiting, to: ['skipped'] },
  drop: { from: waiting, to: ['dropped'] },
  accept: { from: waiting, to: waiting },
  comment: { from: waiting, to: waiting },
  settle: { from: ['started'], to: ['applied'] },
  suspend: { from: ['started'], to: ['started'] },
  leave: { from: ['started'], to: ['left_running'] },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly ItemState[]; readonly to: readonly ItemState[] }>
>;

export type ItemMove = keyof typeof itemMoves;

const leaves: ReadonlySet<ItemState> = new Set(Object.values(itemMoves).flatMap(({ from }) => from));
/** The states that an item never leaves. */
export const finalStates: readonly ItemState[] = itemStates.filter((state) => !leaves.has(state));

export const isOver = ({ state }: Pick<ItemRow, 'state'>): boolean => finalStates.includes(state);

/** An item whose command was run, and of whose work it is not known how it has ended. */
export interface StartedItem extends ItemRow {
  readonly state: 'started';
  readonly awaited: NonNullable<ItemRow['awaited']>;
}

export const isStarted = (item: ItemRow): item is StartedItem => item.state === 'started';

/** An item before and after a move of it; what it was decides whether it moves at all. */
export interface MovedItem {
  readonly before: ItemRow;
  readonly after: ItemRow;
}

const nothingAgainstIt = { currentPreview: null, problem: null } as const;

/** Finds the preview that the owner has accepted in place of the recorded one, if he has. */
export const acceptedPreview = ({ acceptedHash, currentPreview }: ItemRow): Preview | null =>
  acceptedHash !== null && currentPreview?.hash === acceptedHash ? currentPreview : null;

/** An accepted preview is the item's effect, so later readers of the item see it. */
const asAccepted = (item: ItemRow) => ({ ...nothingAgainstIt, currentPreview: acceptedPreview(item) });

export const applied = (item: ItemRow, auditId: string, at: Date): MovedItem =>
  moved('apply', item, { state: 'applied', auditId, appliedAt: at.toISOString(), ...asAccepted(item) });

export const started = (item: ItemRow, awaited: StartedItem['awaited']): MovedItem =>
  moved('start', item, { state: 'started', awaited, ...asAccepted(item) });

export const settled = (item: ItemRow, at: Date): MovedItem =>
  moved('settle', item, {
    state: 'applied',
    auditId: item.awaited?.auditId ?? null,
    appliedAt: at.toISOString(),
    ...asAccepted(item),
  });

type Hold = Pick<ItemRow, 'state' | 'currentPreview' | 'problem'>;

/** An item that was not applied: what it would do now, or why it cannot be done. Of a started one, that its work has failed. */
export function heldUp(item: ItemRow, hold: Hold): MovedItem {
  if (hold.state === 'started') return moved('suspend', item, hold);
  const inVain = isStarted(item) ? { awaited: null, failures: item.failures + 1 } : {};
  return moved('hold', item, { ...hold, ...inVain });
}

export const leftRunning = (item: ItemRow): MovedItem =>
  moved('leave', item, { state: 'left_running', ...nothingAgainstIt });

/** @param skipReason the owner's words for the proposer */
export const skipped = (item: ItemRow, skipReason: string | null = null): MovedItem =>
  moved('skip', item, { state: 'skipped', skipReason });

/** @param comment the owner's words for the proposer, which change nothing of what becomes of the item */
export const commented = (item: ItemRow, comment: string): MovedItem => moved('comment', item, { comment });

/** @param currentPreview the preview that the owner saw @param schemaHash the hash of the command's schema as it is now */
export const accepted = (item: ItemRow, currentPreview: Preview, schemaHash: string): MovedItem =>
  moved('accept', item, { acceptedHash: currentPreview.hash, currentPreview, schemaHash });

/** An item that is decided on keeps nothing any more. @throws {Refusal} invalid_state, naming the state */
function moved(move: ItemMove, before: ItemRow, patch: Partial<ItemRow>): MovedItem {
  assertItemMove(move, before);
  const after = { ...before, ...patch };
  const { to }: { readonly to: readonly ItemState[] } = itemMoves[move];
  if (!to.includes(after.state)) throw new Error(`an item does not ${move} to ${after.state}`);
  return { before, after: isOver(after) ? { ...after, objects: [], uploads: [] } : after };
}

/** @throws {Refusal} invalid_state, naming the state */
export function assertItemMove(move: ItemMove, { state }: Pick<ItemRow, 'state'>): void {
  const { from }: { readonly from: readonly ItemState[] } = itemMoves[move];
  if (!from.includes(state))
    refuse('invalid_state', `The item is ${state} already.`, { facts: { state, ...stepAfterItem(state) } });
}
