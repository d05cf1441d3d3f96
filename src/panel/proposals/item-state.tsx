import { Badge } from '@mantine/core';
import type { Item } from '../api/types';
import { useWord } from '../parts/meaning';
import { useText } from '../text/text';

const itemColors: Readonly<Record<Item['state'], string>> = {
  pending: 'gray',
  started: 'cyan',
  applied: 'teal',
  skipped: 'gray',
  stale: 'orange',
  refused: 'red',
  failed: 'red',
  left_running: 'cyan',
  dropped: 'gray',
};

interface ItemStateProps {
  readonly item: Pick<Item, 'state'>;
  /** It was applied, and taken back since. */
  readonly undone: boolean;
}

/** How far an item has come. */
export function ItemState({ item: { state }, undone }: ItemStateProps) {
  const texts = useText();
  const stateWord = useWord('proposal item', 'state');
  return (
    <Badge color={undone ? 'gray' : itemColors[state]} variant="light" style={{ flex: 'none' }}>
      {undone ? texts.undo.states.undone : stateWord(state)}
    </Badge>
  );
}
