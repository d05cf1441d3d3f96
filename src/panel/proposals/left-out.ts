import { useCallback, useMemo, useState } from 'react';
import type { Item } from '../api/types';

/** Keeps the items that the owner has left out and not skipped yet. */
export function useLeftOut(list: readonly Item[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const leave = useCallback((itemId: string, out: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      if (out) after.add(itemId);
      else after.delete(itemId);
      return after;
    });
  }, []);
  const leftOut = useMemo(
    () => new Set(list.filter(({ id, state }) => state === 'pending' && chosen.has(id)).map(({ id }) => id)),
    [list, chosen],
  );
  const leaveAll = useCallback((itemIds: readonly string[]) => setChosen(new Set(itemIds)), []);
  return { leftOut, leave, leaveAll };
}
