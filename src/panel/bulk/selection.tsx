import { Checkbox } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { THINGS_MAX } from '../../bulk/limits';
import { visibleText } from '../../kernel/schema/visible';
import { useText } from '../text/text';

/** Most things that one bulk act takes. */
export const SELECTED_MAX = THINGS_MAX;

/** Things of a list that its reader has selected, by their identifiers. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Whether it was kept from before the page was left. */
  readonly isKept: boolean;
  select(ids: readonly string[], isSelected: boolean): void;
}

const Context = createContext<Selection>({ ids: new Set(), isKept: false, select: () => {} });

/** A list by its name, with what is selected there. */
interface SelectedIn {
  readonly of: string;
  readonly ids: ReadonlySet<string>;
}

/** The selection that was changed last, and the one that a bulk act waits with: its page may be left without the act. */
let latest: SelectedIn | null = null;
let waiting: (SelectedIn & { readonly proposalId: string }) | null = null;

/** Keeps what is selected until it is decided about its bulk act: who goes back to the list finds it selected. */
export function keepSelection(proposalId: string): void {
  waiting = latest && { ...latest, proposalId };
}

/** Lets a selection go: its bulk act is done. */
export function letSelectionGo(proposalId: string): void {
  if (waiting?.proposalId === proposalId) waiting = null;
}

/** @param list names the list, e.g. its filter: another list begins with nothing selected */
export function useSelection(list: string): Selection {
  const [{ of, ids }, set] = useState<SelectedIn>(() => (waiting?.of === list ? waiting : { of: list, ids: NOTHING }));
  const [isKept] = useState(waiting?.of === list);
  useEffect(() => {
    latest = { of, ids };
    if (waiting?.of === of) waiting = { ...waiting, ids };
  }, [of, ids]);
  return useMemo(() => {
    const present = of === list ? ids : NOTHING;
    return {
      ids: present,
      isKept: isKept && of === list,
      select(chosen, isSelected) {
        const next = new Set(present);
        for (const id of chosen)
          if (!isSelected) next.delete(id);
          else if (next.size < SELECTED_MAX) next.add(id);
        set({ of: list, ids: next });
      },
    };
  }, [list, of, ids, isKept]);
}

const NOTHING: ReadonlySet<string> = new Set();

export const Selecting = ({ of, children }: { readonly of: Selection; readonly children: ReactNode }) => (
  <Context value={of}>{children}</Context>
);

/** Selects one thing of a list. */
export function SelectOne({ id, title }: { readonly id: string; readonly title: string }) {
  const texts = useText();
  const { ids, select } = useContext(Context);
  return (
    <Checkbox
      size="xs"
      aria-label={texts.bulk.selectOne(visibleText(title))}
      checked={ids.has(id)}
      onChange={({ currentTarget }) => select([id], currentTarget.checked)}
    />
  );
}

/** Selects all things of the list that are shown. */
export function SelectShown({ of }: { readonly of: readonly { readonly id: string }[] }) {
  const texts = useText();
  const { ids, select } = useContext(Context);
  const shown = of.map(({ id }) => id);
  const selected = shown.filter((id) => ids.has(id)).length;
  return (
    <Checkbox
      size="xs"
      aria-label={texts.bulk.selectPage}
      title={texts.bulk.selectPage}
      checked={selected > 0 && selected === Math.min(shown.length, SELECTED_MAX)}
      indeterminate={selected > 0 && selected < Math.min(shown.length, SELECTED_MAX)}
      onChange={() => select(shown, selected === 0)}
    />
  );
}
