import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { ProblemError } from '../api/client';
import type { usePages } from '../api/queries';
import { tellProblem } from '../parts/confirm';
import { count } from '../text/format';
import { useText } from '../text/text';
import { SELECTED_MAX, type Selection } from './selection';

interface BarProps<Item extends { readonly id: string }> {
  readonly selection: Selection;
  /** The list in which things are selected. */
  readonly list: ReturnType<typeof usePages<Item>>;
  /** Reads the list from its beginning, beyond its shown pages. */
  readonly read: (most: number) => Promise<readonly Item[]>;
  /** Acts upon the selected things. @param items in the order of the list */
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Shows the number of selected things, and what may be done with all of them. It stands there as long as something is selected. */
export function SelectionBar<Item extends { readonly id: string }>({
  selection,
  list,
  read,
  children,
}: BarProps<Item>) {
  const texts = useText();
  const [busy, setBusy] = useState(false);
  const [beyond, setBeyond] = useState<readonly Item[]>([]);
  const items = itemsOf(list.data);
  const shown = new Set(items.map(({ id }) => id));
  const isShort = selection.isKept && [...selection.ids].some((id) => !shown.has(id)) && beyond.length === 0;
  const selected = [...items, ...beyond.filter(({ id }) => !shown.has(id))].filter(({ id }) => selection.ids.has(id));
  // Kept selections may reach beyond the shown page, whose things are read once more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader is another function with each drawing
  useEffect(() => {
    if (isShort && items.length > 0) void read(SELECTED_MAX).then(setBeyond, () => {});
  }, [isShort, items.length > 0]);
  if (selected.length === 0) return null;
  const total = list.data?.pages[0]?.total ?? items.length;
  const most = Math.min(total, SELECTED_MAX);

  const selectAll = async () => {
    setBusy(true);
    try {
      const all = await read(SELECTED_MAX);
      setBeyond(all);
      selection.select(
        all.map(({ id }) => id),
        true,
      );
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    } finally {
      setBusy(false);
    }
  };

  return (
    <SelectionFrame
      selected={selected.length}
      onClear={() => selection.select([...selection.ids], false)}
      more={
        selected.length < most && (
          <Button size="compact-sm" variant="subtle" loading={busy} onClick={() => void selectAll()}>
            {total > SELECTED_MAX
              ? texts.bulk.selectFirst(count(SELECTED_MAX, texts))
              : texts.bulk.selectAll(count(total, texts))}
          </Button>
        )
      }
    >
      {children(selected)}
    </SelectionFrame>
  );
}

interface SelectionFrameProps {
  readonly selected: number;
  readonly onClear: () => void;
  /** A button that selects further things. */
  readonly more?: ReactNode;
  /** The acts that fit the selected things. */
  readonly children: ReactNode;
}

/** The bar of a selection: the number of selected things, and the acts that fit all of them. */
export function SelectionFrame({ selected, onClear, more, children }: SelectionFrameProps) {
  const texts = useText();
  return (
    <Paper withBorder shadow="md" p="sm" className="selection-bar" component="section" aria-label={texts.bulk.acts}>
      <Group gap="xs">
        <Text fw={600} role="status">
          {texts.bulk.selected(count(selected, texts))}
        </Text>
        {more}
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {texts.bulk.clear}
        </Button>
        <Group gap="xs" ml="auto">
          {children}
        </Group>
      </Group>
    </Paper>
  );
}

const itemsOf = <Item,>(data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined) =>
  data?.pages.flatMap(({ items }) => items) ?? [];
