import { Button, Group, SimpleGrid, Stack, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useMedia } from '../api/shop';
import type { ListedMedia } from '../api/types';
import { Dialog } from '../parts/dialog';
import { Pages } from '../parts/states';
import { useText } from '../text/text';
import { MediaSearch, NoMedia } from './search';
import { addressOf, mediaTitle, Picture } from './shown';

interface PickerProps {
  /** Those that are chosen already. */
  readonly chosen: ReadonlySet<string>;
  /** Of as many as there is still room for. */
  readonly isFull: boolean;
  readonly onToggle: (media: ListedMedia) => void;
  readonly onClose: () => void;
}

/** The library, to choose pictures from; one that could not be drawn is none that can be shown. */
export function Picker({ chosen, isFull, onToggle, onClose }: PickerProps) {
  const texts = useText();
  const [text, setText] = useState('');
  const media = useMedia(text);
  return (
    <Dialog onClose={onClose} title={texts.media.pick} size="xl">
      <Stack>
        <MediaSearch onSearch={setText} />
        <Pages query={media} empty={<NoMedia text={text} />}>
          {(items) => (
            <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing="sm">
              {items.map((each) => {
                const isChosen = chosen.has(each.id);
                const name = mediaTitle(each, texts);
                return (
                  <UnstyledButton
                    key={each.id}
                    className="pick value"
                    aria-pressed={isChosen}
                    aria-label={name}
                    disabled={!isChosen && (isFull || each.state === 'failed')}
                    onClick={() => onToggle(each)}
                  >
                    <Picture url={addressOf(each.variants)} state={each.state} alt="" />
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
