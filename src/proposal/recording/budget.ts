import { refuse } from '../../kernel/errors';

/** The largest command, listings of 500 items, fits with its preview; a reviewer's page and a recording hold such an item in memory. */
const ITEM_BYTES_MAX = 640 * 1024;

/** Twenty times what all ordinary items take, and little enough for a reviewer's browser to hold. */
const PROPOSAL_BYTES_MAX = 4 * 1024 * 1024;

/**
 * @param bytes the size of the item with its preview @param taken the bytes of the items before it @returns the bytes of all @throws
 * {Refusal} limit_exceeded
 */
export function assertWithinBudget(bytes: number, taken: number): number {
  if (bytes > ITEM_BYTES_MAX)
    refuse(
      'limit_exceeded',
      `An item and its preview take at most ${ITEM_BYTES_MAX} bytes, this one ${bytes}: split it.`,
    );
  if (taken + bytes > PROPOSAL_BYTES_MAX)
    refuse(
      'limit_exceeded',
      `A proposal takes at most ${PROPOSAL_BYTES_MAX} bytes, ${taken} are taken and this item needs ${bytes}: submit it, and the next change opens another.`,
    );
  return bytes;
}
