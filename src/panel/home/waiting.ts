import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Concern } from './attention';

/** The number of things that wait, and how many of them are urgent. */
export interface Waiting {
  readonly all: number;
  readonly urgent: number;
}

const KEY = ['waiting'];

/** Reads the last count of what waits. The bell asks for nothing itself: the home page and its own list count. */
export const useWaiting = (): Waiting | undefined => useQuery<Waiting>({ queryKey: KEY, queryFn: skipToken }).data;

/** Keeps the count for the bell. @param concerns undefined: not all of them are known yet */
export function useTellWaiting(concerns: readonly Concern[] | undefined): void {
  const queries = useQueryClient();
  const all = concerns?.length;
  const urgent = concerns?.filter(({ color }) => color === 'red').length;
  useEffect(() => {
    if (all !== undefined && urgent !== undefined) queries.setQueryData<Waiting>(KEY, { all, urgent });
  }, [queries, all, urgent]);
}
