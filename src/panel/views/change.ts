import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProblemError } from '../api/client';
import { type KeptViews, type ListViews, readViews, type ViewedList, viewsKey, writeViews } from '../api/views';
import { tellProblem } from '../parts/confirm';
import { useText } from '../text/text';

type Change = (kept: ListViews) => ListViews;

/** Changes what a person keeps of a list, upon what is kept at that moment: it may have been changed at another browser. */
export function useChangeViews(list: ViewedList) {
  const queries = useQueryClient();
  const texts = useText();
  return useMutation({
    mutationKey: viewsKey,
    // One after the other: each of them puts the whole in the place of what was there.
    scope: { id: 'views' },
    mutationFn: async (change: Change) => {
      const fresh = await readViews();
      const wanted = change(fresh[list]);
      await writeViews(list, wanted);
      return { ...fresh, [list]: wanted };
    },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: viewsKey });
      queries.setQueryData<KeptViews>(viewsKey, (known) => known && { ...known, [list]: change(known[list]) });
    },
    onSuccess: (kept) => {
      // The page shows already what the changes that wait will leave.
      if (queries.isMutating({ mutationKey: viewsKey }) <= 1) queries.setQueryData<KeptViews>(viewsKey, kept);
    },
    onError: (error: ProblemError) => {
      tellProblem(error, texts);
      void queries.invalidateQueries({ queryKey: viewsKey });
    },
  });
}
