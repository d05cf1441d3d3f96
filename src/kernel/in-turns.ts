/**
 * Works on a few items at once. Behind a failure no further item is begun, and those under way are waited for: nothing goes on unseen.
 * @param atOnce items at most under way @returns the results in the order of the items @throws the first failure
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const waiting = items.entries();
  const turn = async () => {
    for (const [at, item] of waiting) {
      if (failures.length > 0) return;
      try {
        results[at] = await work(item, at);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, turn));
  if (failures.length > 0) throw failures[0];
  return results;
}
