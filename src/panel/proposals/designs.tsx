import { Alert, Box, Group, List, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import type { Item } from '../api/types';
import { Frame, type Width, Widths } from '../design/preview';
import { said } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

type Compared = NonNullable<Item['design']>;
type Change = NonNullable<Compared['changes']>[number];

/** The design that an item would show shoppers beside the live one: the same page, at the same width. */
export function Designs({ design }: Pick<Item, 'design'>) {
  const texts = useText();
  const [width, setWidth] = useState<Width>(1280);
  if (!design) return null;
  const { before, after, theme, changes, changed } = design;
  const { preview } = texts.design;
  const left = changed - (changes?.length ?? 0);
  return (
    <Box component="section" mt="xs" aria-label={preview.beside}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          {preview.beside}
        </Text>
        <Widths width={width} onWidth={setWidth} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: before ? 2 : 1 }} spacing="sm">
        {before && <Side title={preview.live(before.seq)} side={before} width={width} />}
        <Side title={preview.proposed} side={after} width={width} />
      </SimpleGrid>
      {theme?.pushedBy === 'agent' && (
        <Alert color="orange" mt="xs">
          <Visible text={preview.agentTheme(theme.key, theme.version)} />
        </Alert>
      )}
      {changes && (
        <List size="sm" mt="xs" aria-label={texts.design.changes.title}>
          {changes.map((change, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no names, and never move
            <List.Item key={nth}>
              <Visible text={sentenceOf(change, texts)} />
            </List.Item>
          ))}
        </List>
      )}
      {left > 0 && changes && (
        <Text size="sm" c="dimmed">
          {preview.more(left)}
        </Text>
      )}
    </Box>
  );
}

interface SideProps {
  readonly title: string;
  readonly side: Compared['after'];
  readonly width: Width;
}

function Side({ title, side: { url, hash }, width }: SideProps) {
  const { design } = useText();
  return (
    <Box>
      <Text size="xs" fw={600} mb={4}>
        {title}
      </Text>
      {url ? (
        <Frame title={title} url={url} path="/" width={width} version={hash} />
      ) : (
        <Alert color="orange">{design.preview.off}</Alert>
      )}
    </Box>
  );
}

function sentenceOf({ kind, page, section, field, before, after }: Change, texts: Texts): string {
  const { changes, areas } = texts.design;
  const where = page ?? '';
  const name = said(section?.label, texts.language) ?? section?.id ?? '';
  const values = changes.values(shown(before, texts), shown(after, texts));
  switch (kind) {
    case 'section_added':
    case 'section_removed':
    case 'section_moved':
      return changes[kind](name, where);
    case 'page_added':
    case 'page_removed':
      return changes[kind](where);
    case 'other_changed':
      return changes.other(areas[field ?? ''] ?? field ?? '');
    default:
      return `${[name || where, field].filter(Boolean).join(', ')}: ${values}`;
  }
}

function shown(value: unknown, { design, common }: Texts): string {
  if (value === null || value === undefined) return common.nothing;
  return typeof value === 'object' ? design.changes.structured : String(value);
}
