import type { InnerKey, Keeping, UnkeyedCall } from '../../kernel/bus/call';
import { hidesPayload, shownPayload } from '../../kernel/bus/trace';
import type { Queryable } from '../../kernel/database/queryable';
import type { Command } from '../../kernel/declaration/command';
import type { Principal } from '../../kernel/declaration/principal';
import { openPersonal } from '../../kernel/personal/personal-store';
import type { SecretBox } from '../../kernel/personal/secret-box';
import type { ItemRow, ProposalHead } from '../view';

export const sealingContext = (storeId: string, itemId: string): string => `proposal_item|${storeId}|${itemId}`;

/**
 * The idempotency key under which an item is applied. No caller can state it: theirs are bare ULIDs, and one that was used before
 * would be an item that never applies.
 */
export const itemKey = (itemId: string): string => `item/${itemId}`;

/** The key of the next call of an item: another one after the work of an earlier call has failed. An undo has the key of its row. */
export const innerKey = ({ key, failures }: Pick<ItemRow, 'key' | 'failures'>): InnerKey =>
  failures > 0 ? `${key}/${failures + 1}` : key.includes('/') ? key : { served: key };

/** Counts the bytes of JSON that an item takes to keep and to show. */
export function bytesOf({
  payload,
  sealedPayload,
  preview,
}: Pick<ItemRow, 'payload' | 'sealedPayload' | 'preview'>): number {
  return Buffer.byteLength(JSON.stringify([payload, preview])) + (sealedPayload?.length ?? 0);
}

/**
 * Makes the form in which a payload waits for its turn. Personal values are sealed under the key of their person. When the command hides
 * parts, all of it is sealed beside the part that may be shown.
 */
export function keptPayload(
  box: SecretBox,
  mutation: Pick<Command, 'redact' | 'payload'>,
  keeping: Pick<Keeping, 'payload'>,
  { storeId, itemId, payload }: { readonly storeId: string; readonly itemId: string; readonly payload: unknown },
): Pick<ItemRow, 'payload' | 'sealedPayload'> {
  const kept = keeping.payload(payload);
  if (!hidesPayload(mutation)) return { payload: kept, sealedPayload: null };
  const sealedPayload = box.seal(JSON.stringify(kept), sealingContext(storeId, itemId));
  return { payload: keeping.payload(shownPayload(mutation, payload)), sealedPayload };
}

export function wholePayload(
  db: Queryable,
  box: SecretBox,
  storeId: string,
  { id, payload, sealedPayload }: Pick<ItemRow, 'id' | 'payload' | 'sealedPayload'>,
): Promise<unknown> {
  const kept = sealedPayload ? JSON.parse(box.open(sealedPayload, sealingContext(storeId, id))) : payload;
  return openPersonal(db, box, storeId, kept);
}

/**
 * The call that an item stands for. The rev that its author stated was held against the store when the item was recorded; from
 * then on the preview is what must not drift. The command still learns which rev it was.
 */
export async function callOf(
  db: Queryable,
  box: SecretBox,
  item: Pick<ItemRow, 'id' | 'payload' | 'sealedPayload' | 'deferBump' | 'reservedIds' | 'expectedRev'>,
  mutation: Command,
  principal: Principal,
): Promise<UnkeyedCall> {
  return {
    principal,
    mutation,
    payload: await wholePayload(db, box, principal.storeId, item),
    deferBump: item.deferBump,
    reservedIds: item.reservedIds,
    heldRev: item.expectedRev ?? undefined,
  };
}

/** Names the permission for the calls of an application: the approved proposal, and its item. */
export const causeOf = (
  proposal: Pick<ProposalHead, 'id' | 'decidedBy'>,
  item: Pick<ItemRow, 'id'> | undefined,
): Record<string, string> => ({
  proposalId: proposal.id,
  ...(item ? { itemId: item.id } : {}),
  approvedBy: proposal.decidedBy ?? '',
});
