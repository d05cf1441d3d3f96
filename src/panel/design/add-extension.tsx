import { Select, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Bundle } from '../../design/bundle/bundle';
import { newBlockId } from '../../design/bundle/extending';
import { zones } from '../../kit/zones';
import { Dialog } from '../parts/dialog';
import { useText } from '../text/text';
import type { Catalog } from './api';
import type { PropSchema } from './prop-fields';
import { startingProps } from './starting-props';

interface AddProps<T> {
  readonly body: Bundle;
  readonly catalog: Catalog;
  readonly onAdd: (at: string, what: T) => void;
  readonly onClose: () => void;
}

type Block = Bundle['zones'][string][number];
type ExtPage = Bundle['extPages'][string];

/** A window with the blocks that a zone takes. */
export function AddBlock({ body, catalog, onAdd, onClose }: AddProps<Block>) {
  const { design, language } = useText();
  const blocks = catalog.blocks.filter(({ enabled }) => enabled);
  const open = zones.filter(({ id }) => blocks.some((block) => block.zones.includes(id)));
  const [chosen, setChosen] = useState<string | null>(null);
  const zone = open.find(({ id }) => id === chosen) ?? open[0];
  const isFull = zone !== undefined && (body.zones[zone.id]?.length ?? 0) >= zone.max;
  return (
    <Dialog onClose={onClose} title={design.extensions.addBlock} size="lg">
      {zone === undefined ? (
        <Text size="sm">{design.extensions.nothing}</Text>
      ) : (
        <>
          <Select
            label={design.extensions.zone}
            allowDeselect={false}
            mb="sm"
            data={open.map(({ id, label }) => ({ value: id, label: label[language] }))}
            value={zone.id}
            error={isFull ? design.extensions.full : null}
            onChange={setChosen}
          />
          <Offers
            offers={isFull ? [] : blocks.filter((block) => block.zones.includes(zone.id))}
            onAdd={({ extension, key, fields }) =>
              onAdd(zone.id, {
                id: newBlockId(body, key),
                extension,
                block: key,
                config: startingProps(fields as PropSchema, language),
              })
            }
          />
        </>
      )}
    </Dialog>
  );
}

/** A window with the pages that extensions offer. */
export function AddExtensionPage({ body, catalog, onAdd, onClose }: AddProps<ExtPage>) {
  const { design, language } = useText();
  const pages = catalog.extensionPages.filter(({ enabled }) => enabled);
  return (
    <Dialog onClose={onClose} title={design.extensions.addPage} size="lg">
      {pages.length === 0 && <Text size="sm">{design.extensions.nothing}</Text>}
      <Offers
        offers={pages}
        onAdd={({ extension, key, fields, slug }) =>
          onAdd(freeSlug(body, slug), { extension, page: key, config: startingProps(fields as PropSchema, language) })
        }
      />
    </Dialog>
  );
}

function freeSlug({ extPages }: Bundle, slug: string): string {
  for (let nth = 1; ; nth += 1) {
    const free = nth === 1 ? slug : `${slug.slice(0, 60)}-${nth}`;
    if (!Object.hasOwn(extPages, free)) return free;
  }
}

interface OffersProps<T> {
  readonly offers: readonly T[];
  readonly onAdd: (offer: T) => void;
}

function Offers<T extends Pick<Catalog['blocks'][number], 'extension' | 'key' | 'label'>>({
  offers,
  onAdd,
}: OffersProps<T>) {
  const { language } = useText();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      {offers.map((offer) => (
        <UnstyledButton key={`${offer.extension}/${offer.key}`} className="offer value" onClick={() => onAdd(offer)}>
          <Text size="sm" fw={600}>
            {offer.label[language]}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
