import { Alert, Box, Group, Select, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import type { ToldChange } from '../../design/bundle/telling';
import type { Item } from '../api/types';
import { Frame, type Width, Widths } from '../design/preview';
import { usePagePath } from '../design/preview-path';
import { pageTitle, ToldChanges } from '../design/told-changes';
import { Visible } from '../parts/quoted';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

type Compared = NonNullable<Item['design']>;
type Shown = NonNullable<Compared['after']>;
type Page = Compared['pages'][number];

/**
 * Shows the design that shoppers would see beside the live one: the same page, at the same width. For an item that installs a theme, it
 * shows the theme and its sender.
 */
export function Designs({ design }: Pick<Item, 'design'>) {
  if (!design) return null;
  const { after, theme } = design;
  return after ? <Beside design={design} after={after} /> : <Theme theme={theme} installs />;
}

/** Tells who pushed a theme that does not come with the product. One of an agent asks for a closer look. */
function Theme({ theme, installs = false }: Pick<Compared, 'theme'> & { readonly installs?: boolean }) {
  const { preview } = useText().design;
  if (!theme?.pushedBy) return null;
  const { key, version, pushedBy } = theme;
  if (pushedBy !== 'agent')
    return (
      <Text size="sm" mt="xs">
        <Visible text={preview.personTheme(key, version, pushedBy)} />
      </Text>
    );
  return (
    <Alert color="orange" mt="xs">
      <Visible text={installs ? preview.agentInstall(key, version) : preview.agentTheme(key, version)} />
    </Alert>
  );
}

interface BesideProps {
  readonly design: Compared;
  readonly after: Shown;
}

function Beside({ design: { before, theme, changes, changed, pages }, after }: BesideProps) {
  const texts = useText();
  const pathOf = usePagePath();
  const [width, setWidth] = useState<Width>(1280);
  const [chosen, setChosen] = useState('0');
  const { preview } = texts.design;
  const left = (changed ?? 0) - (changes?.length ?? 0);
  const path = pathOf(pages[Number(chosen)] ?? {});
  return (
    <Box component="section" mt="xs" aria-label={preview.beside}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600}>
          {preview.beside}
        </Text>
        <Group gap="xs">
          {pages.length > 1 && (
            <Select
              size="xs"
              aria-label={preview.changedPage}
              allowDeselect={false}
              data={pages.map((page, nth) => ({ value: String(nth), label: nameOf(page, texts) }))}
              value={chosen}
              onChange={(value) => setChosen(value ?? '0')}
            />
          )}
          <Widths width={width} onWidth={setWidth} />
        </Group>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: before ? 2 : 1 }} spacing="sm" mb="xs">
        {before && <Side title={preview.live(before.seq)} side={before} path={path} width={width} />}
        <Side title={preview.proposed} side={after} path={path} width={width} />
      </SimpleGrid>
      <Theme theme={theme} />
      {changes ? <ToldChanges changes={changes as readonly ToldChange[]} /> : <Text size="sm">{preview.untold}</Text>}
      {left > 0 && changes && (
        <Text size="sm" c="dimmed">
          {preview.more(left)}
        </Text>
      )}
    </Box>
  );
}

const nameOf = ({ kind, title, path }: Page, texts: Texts): string =>
  kind === 'extPage' ? `/ek/${path}` : pageTitle(title ?? kind, texts);

interface SideProps {
  readonly title: string;
  readonly side: Shown;
  readonly path: string;
  readonly width: Width;
}

function Side({ title, side: { url, hash }, path, width }: SideProps) {
  const { design } = useText();
  return (
    <Box>
      <Text size="xs" fw={600} mb={4}>
        {title}
      </Text>
      {url ? (
        <Frame title={title} url={url} path={path} width={width} version={hash} />
      ) : (
        <Alert color="orange">{design.preview.off}</Alert>
      )}
    </Box>
  );
}
