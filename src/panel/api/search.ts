import { useQuery } from '@tanstack/react-query';
import { client } from './client';
import type { SearchHits } from './types';

/** Whether a text has a word to look for. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Things of the store that have all words of a text. @param text of at most a hundred characters */
export const useSearchHits = (text: string, isShown: boolean) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => client.get<SearchHits>('/v1/account/search', { text }, signal),
    enabled: isShown && hasWord(text),
    // The box is opened anew for each question, and the store moves on.
    gcTime: 0,
  });
