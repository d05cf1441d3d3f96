import { useCallback, useMemo, useState } from 'react';
import type { Item } from '../api/types';
import type { ItemComment } from './decide';

/** Keeps what the owner writes on single items, until the proposal goes back with it. */
export function useComments(list: readonly Item[]) {
  const [written, setWritten] = useState<ReadonlyMap<string, string>>(new Map());
  const comment = useCallback((itemId: string, words: string) => {
    setWritten((before) => new Map(before).set(itemId, words));
  }, []);
  const comments = useMemo(() => {
    const waiting = new Set(list.filter(({ state }) => state === 'pending').map(({ id }) => id));
    return new Map([...written].filter(([id]) => waiting.has(id)));
  }, [list, written]);
  return { comments, comment };
}

/** Leaves out what is empty. */
export const commentsIn = (comments: ReadonlyMap<string, string>): readonly ItemComment[] =>
  [...comments].flatMap(([itemId, words]) => (words.trim() === '' ? [] : [{ itemId, comment: words.trim() }]));
