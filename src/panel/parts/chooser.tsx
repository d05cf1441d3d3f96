import { Button, Group, SimpleGrid, Stack, UnstyledButton } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useText } from '../text/text';
import { Dialog } from './dialog';
import { Search } from './search';
import { Pages } from './states';

/** One of what can be chosen. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly picture: ReactNode;
  /** It is listed, and nobody can choose it. */
  readonly unfit?: boolean;
}

/** The state and the calls of a window in which one chooses things. */
export interface Choosing<Item> {
  /** The things that are chosen already. */
  readonly chosen: ReadonlySet<string>;
  /** True: there is no room for more things. */
  readonly isFull: boolean;
  readonly onToggle: (item: Item) => void;
  readonly onClose: () => void;
}

interface ChooserProps<Item> extends Choosing<Item> {
  readonly title: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly query: ComponentProps<typeof Pages<Item>>['query'];
  readonly empty: ReactNode;
  readonly choiceOf: (item: Item) => Choice;
}

/** A window of things by name and picture, to search and to choose from. */
export function Chooser<Item>(props: ChooserProps<Item>) {
  const { title, search, onSearch, query, empty, choiceOf, chosen, isFull, onToggle, onClose } = props;
  const texts = useText();
  return (
    <Dialog onClose={onClose} title={title} size="xl">
      <Stack>
        <Search label={search} onSearch={onSearch} />
        <Pages query={query} empty={empty}>
          {(items) => (
            <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm">
              {items.map((item) => {
                const { id, name, picture, unfit = false } = choiceOf(item);
                const isChosen = chosen.has(id);
                return (
                  <UnstyledButton
                    key={id}
                    className="pick value"
                    aria-pressed={isChosen}
                    aria-label={name}
                    disabled={!isChosen && (isFull || unfit)}
                    onClick={() => onToggle(item)}
                  >
                    {picture}
                    <span aria-hidden>{name}</span>
                  </UnstyledButton>
                );
              })}
            </SimpleGrid>
          )}
        </Pages>
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.media.picked}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
