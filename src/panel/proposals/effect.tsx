import { Group, List, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { RocketIcon } from '@radix-ui/react-icons';
import type { FreshPreview, Item, Preview } from '../api/types';
import { Changes, changeKey } from '../parts/changes';
import { Visible } from '../parts/quoted';
import { useEffectLine } from '../parts/titles';
import { useText } from '../text/text';
import { isAsRecorded } from './fresh';

/** Shows the proposed effect beside the present one; fields that differ are marked. */
export function SideBySide({ recorded, current }: { readonly recorded: Preview; readonly current: FreshPreview }) {
  const texts = useText();
  const marked = differing(recorded, current);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {[
        { title: texts.proposals.atProposal, preview: recorded },
        { title: texts.proposals.now, preview: current },
      ].map(({ title, preview }) => (
        <Paper key={title} withBorder p="sm" component="section" aria-label={title}>
          <Text fw={600} size="sm" mb="xs">
            {title}
          </Text>
          <Effect preview={preview} marked={marked} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function differing(recorded: Preview, current: FreshPreview): ReadonlySet<string> {
  const was = new Map(recorded.changes.map((change) => [changeKey(change), change]));
  const is = new Map(current.changes.map((change) => [changeKey(change), change]));
  // A change that is left out shows nobody here whether it differs.
  const missing = current.cut?.changes ? [] : [...was.keys()].filter((key) => !is.has(key));
  const other = [...is].flatMap(([key, change]) => {
    const recorded = was.get(key);
    return recorded && isAsRecorded(recorded, change) ? [] : [key];
  });
  return new Set([...missing, ...other]);
}

/** Shows the effect beside the list of changes of a design, which tells more than its hashes. */
export function EffectBeside({ item: { design }, preview }: { readonly item: Item; readonly preview: Preview }) {
  if (!design) return <Effect preview={preview} />;
  const changes = preview.changes.filter(({ entity, field }) => entity !== 'design' || field !== 'hash');
  return <Effect preview={{ ...preview, changes }} isTold />;
}

interface EffectProps {
  readonly preview: Preview;
  readonly marked?: ReadonlySet<string>;
  /** Its changes are told elsewhere: that there are none left is no news. */
  readonly isTold?: boolean;
}

function Effect({ preview, marked, isTold = false }: EffectProps) {
  const texts = useText();
  const { changes, effects, bumpsGeneration } = preview;
  const line = useEffectLine();
  const more = [...effects.map(line), ...(bumpsGeneration ? [texts.proposals.bumps] : [])];
  return (
    <Stack gap="xs">
      {!(isTold && changes.length === 0) && <Changes changes={changes} marked={marked} />}
      {more.length > 0 && (
        <Group gap={6} align="flex-start" wrap="nowrap">
          <RocketIcon className="arrow" aria-hidden />
          <List size="xs" listStyleType="none" aria-label={texts.proposals.effects}>
            {more.map((summary) => (
              <List.Item key={summary} c="dimmed">
                <Visible text={summary} />
              </List.Item>
            ))}
          </List>
        </Group>
      )}
    </Stack>
  );
}
