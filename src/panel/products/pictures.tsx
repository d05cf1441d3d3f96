import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, Cross2Icon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import { useMedia } from '../api/shop';
import type { ListedMedia, Media, Product } from '../api/types';
import { useBringing } from '../media/bring';
import { Drop } from '../media/drop';
import { Picker } from '../media/picker';
import { addressOf, mediaTitle, Picture } from '../media/shown';
import { useLabel } from '../parts/meaning';
import { moved } from '../parts/moved';
import { Part } from '../parts/part';
import { count } from '../text/format';
import { useText } from '../text/text';
import { PreviewDialog, type Ran } from './preview';

/** As `catalog.product.setMedia` takes them. */
const PICTURES_MAX = 50;

type Shown = Pick<Product['media'][number], 'mediaId' | 'state' | 'alt'> & { readonly url: string | null };

interface PicturesProps {
  readonly product: Product;
  readonly onRan: (ran: Ran) => void;
}

const draftOf = ({ media }: Product): Shown[] =>
  media.map(({ mediaId, state, alt, variants }) => ({ mediaId, state, alt, url: addressOf(variants) }));

const asShown = ({ id, state, variants }: Media | ListedMedia): Shown => ({
  mediaId: id,
  state,
  alt: null,
  url: addressOf(variants),
});

const stated = (pictures: readonly Shown[]) =>
  pictures.map(({ mediaId, alt }) => ({ mediaId, alt: alt?.trim() || null }));

/** The pictures of a product in their order, each with its words. Nothing is sent before it was shown what it does. */
export function Pictures({ product, onRan }: PicturesProps) {
  const texts = useText();
  const [draft, setDraft] = useState(() => draftOf(product));
  const [picking, setPicking] = useState(false);
  const [shown, setShown] = useState(false);
  const chooser = useRef<HTMLButtonElement>(null);
  const library = useMedia();
  const listed = new Map(library.data?.pages.flatMap(({ items }) => items).map((each) => [each.id, each]));
  const chosen = new Set(draft.map(({ mediaId }) => mediaId));
  const isFull = draft.length >= PICTURES_MAX;
  const add = (media: Media | ListedMedia) =>
    setDraft((all) =>
      all.length >= PICTURES_MAX || all.some(({ mediaId }) => mediaId === media.id) ? all : [...all, asShown(media)],
    );
  const remove = (id: string) => setDraft((all) => all.filter(({ mediaId }) => mediaId !== id));
  const bringing = useBringing(add);
  const media = stated(draft);
  const isChanged = JSON.stringify(media) !== JSON.stringify(stated(draftOf(product)));
  const titles = Object.fromEntries(
    media.map(({ mediaId, alt }) => {
      const known = listed.get(mediaId);
      return [mediaId, known ? mediaTitle(known, texts) : (alt ?? mediaId)];
    }),
  );
  return (
    <Part title={texts.products.pictures}>
      <Stack gap="sm">
        {draft.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.products.noPictures}
          </Text>
        )}
        <ol className="placed">
          {draft.map((picture, index) => (
            <PlacedPicture
              key={picture.mediaId}
              picture={withDrawing(picture, product, listed)}
              place={index + 1}
              isLast={index === draft.length - 1}
              onAlt={(alt) => setDraft(draft.map((each) => (each === picture ? { ...each, alt } : each)))}
              onMove={(by) => setDraft(moved(draft, index, index + by))}
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
        <Group justify="flex-end">
          <Button disabled={!isChanged} onClick={() => setShown(true)}>
            {texts.products.previewPictures}
          </Button>
        </Group>
      </Stack>
      {picking && (
        <Picker
          chosen={chosen}
          isFull={isFull}
          onToggle={(each) => (chosen.has(each.id) ? remove(each.id) : add(each))}
          onClose={() => setPicking(false)}
        />
      )}
      {shown && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={[
            {
              command: 'catalog.product.setMedia',
              payload: { productId: product.id, expectedRev: product.rev, media },
            },
          ]}
          titles={{ ...titles, [product.id]: product.title }}
          onRan={onRan}
          onClose={() => setShown(false)}
        />
      )}
    </Part>
  );
}

/** What became of the picture since it was chosen: of what was just brought, its drawings come later. */
function withDrawing(picture: Shown, { media }: Product, listed: ReadonlyMap<string, ListedMedia>): Shown {
  const known = media.find(({ mediaId }) => mediaId === picture.mediaId) ?? listed.get(picture.mediaId);
  return known ? { ...picture, state: known.state, url: addressOf(known.variants) ?? picture.url } : picture;
}

interface PlacedPictureProps {
  readonly picture: Shown;
  /** From 1. */
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
          {/* At an end it does nothing, and keeps the focus of who walked the picture there. */}
          <ActionIcon
            variant="default"
            aria-label={`${name}: ${texts.products.earlier}`}
            data-disabled={place === 1}
            onClick={() => onMove(-1)}
          >
            <ArrowUpIcon aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={`${name}: ${texts.products.later}`}
            data-disabled={isLast}
            onClick={() => onMove(1)}
          >
            <ArrowDownIcon aria-hidden />
          </ActionIcon>
          <ActionIcon variant="light" color="red" aria-label={`${name}: ${texts.products.remove}`} onClick={onRemove}>
            <Cross2Icon aria-hidden />
          </ActionIcon>
        </Group>
      </Stack>
    </li>
  );
}
