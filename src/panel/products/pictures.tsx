import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import { useMedia } from '../api/shop';
import type { ListedMedia, Media, Product } from '../api/types';
import { useBringing } from '../media/bring';
import { Drop } from '../media/drop';
import { Picker } from '../media/picker';
import { addressOf, mediaTitle, Picture } from '../media/shown';
import { useEdited } from '../parts/edited';
import { useLabel } from '../parts/meaning';
import { moved } from '../parts/moved';
import { Part } from '../parts/part';
import { Walk } from '../parts/things';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { Edit } from './draft';
import { PageForm } from './page-edits';

/** Limit of the pictures, as `catalog.product.setMedia` takes them. */
const PICTURES_MAX = 50;

type Placed = Pick<Product['media'][number], 'mediaId' | 'alt'>;
type Shown = Placed & Pick<Product['media'][number], 'state'> & { readonly url: string | null };

const draftOf = ({ media }: Product) => ({ media: media.map(({ mediaId, alt }): Placed => ({ mediaId, alt })) });

const payloadOf = (pictures: readonly Placed[]) =>
  pictures.map(({ mediaId, alt }) => ({ mediaId, alt: alt?.trim() || null }));

/** The pictures of a product in their order, each with its words. They are saved with the page. */
export function Pictures({ product }: { readonly product: Product }) {
  const texts = useText();
  const { values, change, settle, isOvertaken } = useEdited(draftOf(product));
  const draft = values.media;
  const setDraft = (next: (all: readonly Placed[]) => Placed[]) => change(({ media }) => ({ media: next(media) }));
  // Pictures that were chosen or brought here, which the product may not have yet.
  const [seen, setSeen] = useState<ReadonlyMap<string, Media | ListedMedia>>(new Map());
  const [picking, setPicking] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const library = useMedia();
  const listed = new Map(library.data?.pages.flatMap(({ items }) => items).map((each) => [each.id, each]));
  const chosen = new Set(draft.map(({ mediaId }) => mediaId));
  const isFull = draft.length >= PICTURES_MAX;
  const add = (media: Media | ListedMedia) => {
    setSeen((all) => new Map([...all, [media.id, media]]));
    setDraft((all) =>
      all.length >= PICTURES_MAX || all.some(({ mediaId }) => mediaId === media.id)
        ? [...all]
        : [...all, { mediaId: media.id, alt: null }],
    );
  };
  const remove = (id: string) => setDraft((all) => all.filter(({ mediaId }) => mediaId !== id));
  const bringing = useBringing(add);
  const media = payloadOf(draft);
  const isChanged = JSON.stringify(media) !== JSON.stringify(payloadOf(draftOf(product).media));
  const titles = Object.fromEntries(
    media.map(({ mediaId, alt }) => {
      const known = listed.get(mediaId);
      return [mediaId, known ? mediaTitle(known, texts) : (alt ?? mediaId)];
    }),
  );
  const { id, rev } = product;
  const calls: Edit[] = isChanged
    ? [
        {
          command: 'catalog.product.setMedia',
          payload: { productId: id, expectedRev: rev, media },
          changes: [texts.products.pictures],
        },
      ]
    : [];
  return (
    <Part title={texts.products.pictures}>
      <PageForm
        part="pictures"
        calls={calls}
        titles={{ ...titles, [id]: product.title }}
        settle={settle}
        isOvertaken={isOvertaken}
      >
        {draft.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.products.noPictures}
          </Text>
        )}
        <ol className="placed">
          {draft.map((picture, index) => (
            <PlacedPicture
              key={picture.mediaId}
              picture={withDrawing(picture, product, new Map([...seen, ...listed]))}
              place={index + 1}
              isLast={index === draft.length - 1}
              onAlt={(alt) =>
                setDraft((all) => all.map((each) => (each.mediaId === picture.mediaId ? { ...each, alt } : each)))
              }
              onMove={(by) => setDraft((all) => moved(all, index, index + by))}
              onRemove={() => {
                remove(picture.mediaId);
                // The button that was pressed goes with the picture.
                chooser.current?.focus();
              }}
            />
          ))}
        </ol>
        <Drop {...bringing}>
          <Button ref={chooser} size="xs" variant="default" onClick={() => setPicking(true)}>
            {texts.media.pick}
          </Button>
        </Drop>
      </PageForm>
      {picking && (
        <Picker
          chosen={chosen}
          isFull={isFull}
          onToggle={(each) => (chosen.has(each.id) ? remove(each.id) : add(each))}
          onClose={() => setPicking(false)}
        />
      )}
    </Part>
  );
}

/** Adds the state of a picture since it was chosen: the drawings of a new picture come later. */
function withDrawing(picture: Placed, { media }: Product, listed: ReadonlyMap<string, Media | ListedMedia>): Shown {
  const known = media.find(({ mediaId }) => mediaId === picture.mediaId) ?? listed.get(picture.mediaId);
  return { ...picture, state: known?.state ?? 'processing', url: known ? addressOf(known.variants) : null };
}

interface PlacedPictureProps {
  readonly picture: Shown;
  /** The place of the picture, from 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly onAlt: (alt: string) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function PlacedPicture({ picture: { url, state, alt }, place, isLast, onAlt, onMove, onRemove }: PlacedPictureProps) {
  const texts = useText();
  const label = useLabel('product', 'media', 'alt');
  const name = texts.products.pictureAt(count(place, texts));
  return (
    <li className="placed-picture">
      <Picture url={url} state={state} alt={alt ?? ''} />
      <Stack gap={4} style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {place === 1 && <Badge variant="light">{texts.products.cover}</Badge>}
        </Group>
        <TextInput
          size="xs"
          aria-label={`${name}: ${label}`}
          placeholder={label}
          maxLength={500}
          value={alt ?? ''}
          onChange={({ currentTarget }) => onAlt(currentTarget.value)}
        />
        <Group gap={4}>
          <Walk name={name} isFirst={place === 1} isLast={isLast} move={onMove} />
          <ActionIcon variant="light" color="red" aria-label={`${name}: ${texts.products.remove}`} onClick={onRemove}>
            <Cross2Icon aria-hidden />
          </ActionIcon>
        </Group>
      </Stack>
    </li>
  );
}
