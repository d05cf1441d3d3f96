import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Bundle, BundleNode } from '../../design/bundle/bundle';
import { listAt, type SectionPlace } from '../../design/bundle/places';
import { visibleText } from '../../kernel/schema/visible';
import { Dialog } from '../parts/dialog';
import { Failure, Loading } from '../parts/states';
import { type Language, useText } from '../text/text';
import { type Catalog, type Section, useCatalog } from './api';
import { copied } from './edits';
import { newNodeKey } from './node-form';
import { startingNode } from './starting-props';

type Nodes = Readonly<Record<string, BundleNode>>;

interface AddSectionProps {
  readonly body: Bundle;
  readonly place: SectionPlace;
  readonly onAdd: (nodes: Nodes) => void;
  readonly onClose: () => void;
}

/** A window with all that may be added to a page. */
export function AddSection({ body, place, onAdd, onClose }: AddSectionProps) {
  const texts = useText();
  const { data, error, refetch } = useCatalog();
  return (
    <Dialog onClose={onClose} title={texts.design.add.button} size="lg">
      {!data && (error ? <Failure inDialog error={error} retry={refetch} /> : <Loading />)}
      {data &&
        Object.entries(offersOf(data, body, place, texts.language)).map(
          ([kind, offers]) =>
            offers.length > 0 && (
              <Stack key={kind} gap="xs" mb="md">
                <Text fw={600} size="sm">
                  {texts.design.add.kinds[kind as keyof typeof texts.design.add.kinds]}
                </Text>
                <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                  {offers.map(({ key, name, help, make }) => (
                    <UnstyledButton key={key} className="offer value" onClick={() => onAdd(make())}>
                      <Text size="sm" fw={600}>
                        {name}
                      </Text>
                      {help && (
                        <Text size="xs" c="dimmed">
                          {help}
                        </Text>
                      )}
                    </UnstyledButton>
                  ))}
                </SimpleGrid>
              </Stack>
            ),
        )}
    </Dialog>
  );
}

interface Offer {
  readonly key: string;
  readonly name: string;
  readonly help?: string;
  readonly make: () => Nodes;
}

/** The things of which the place takes one more. */
function offersOf(catalog: Catalog, body: Bundle, place: SectionPlace, language: Language) {
  const kind = place.of === 'page' ? body.pages[place.key]?.kind : undefined;
  const there = listAt(body, place).map((id) => body.nodes[id]?.type);
  const fitting = new Map<string, Section>(
    catalog.sections
      .filter(({ pages, groups }) =>
        place.of === 'page' ? kind && pages.includes(kind) : groups.includes(place.key as never),
      )
      .filter(({ type, max }) => there.filter((each) => each === type).length < max)
      .map((section) => [section.type, section]),
  );
  const one = (node: BundleNode): Nodes => ({ [newNodeKey()]: node });
  return {
    sections: [...fitting.values()].map(
      (section): Offer => ({
        key: section.type,
        name: section.label[language],
        help: section.help[language],
        make: () => one(startingNode(section, language)),
      }),
    ),
    theme: catalog.themeSections
      .filter(({ type }) => fitting.has(type))
      .map(({ key, label, type, props }): Offer => ({ key, name: label[language], make: () => one({ type, props }) })),
    kept: Object.entries(body.composites)
      .filter(([, { root }]) => fitting.has(body.nodes[root]?.type ?? ''))
      .map(
        ([key, { label, root }]): Offer => ({
          key,
          name: visibleText(label),
          make: () => copied(body, root, newNodeKey),
        }),
      ),
  };
}
