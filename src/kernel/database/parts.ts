/** Outcome of work over parts of a list. */
export interface Parts<Item, Result> {
  readonly results: readonly Result[];
  /** Items that failed alone; nothing of them stays. */
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
}

/**
 * Works on all items at once and, when that fails, on each half alone, down to the items that fail by themselves. One bad item
 * among n costs about 2 log n attempts, and the good ones stay sets.
 * @param attempt leaves nothing behind when it throws
 * @param isOfItem false for an error that says nothing about the items: it ends the whole
 */
export async function inParts<Item, Result>(
  items: readonly Item[],
  attempt: (part: readonly Item[]) => Promise<Result>,
  isOfItem: (error: unknown) => boolean,
): Promise<Parts<Item, Result>> {
  if (items.length === 0) return { results: [], failed: [] };
  try {
    return { results: [await attempt(items)], failed: [] };
  } catch (error) {
    if (!isOfItem(error)) throw error;
    const [only] = items;
    if (items.length === 1) return { results: [], failed: [{ item: only as Item, error }] };
  }
  const middle = items.length >> 1;
  const first = await inParts(items.slice(0, middle), attempt, isOfItem);
  const second = await inParts(items.slice(middle), attempt, isOfItem);
  return { results: [...first.results, ...second.results], failed: [...first.failed, ...second.failed] };
}
