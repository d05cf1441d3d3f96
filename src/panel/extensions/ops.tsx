import { Accordion, Badge, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useExtensionOps } from '../api/queries';
import type { Extension } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { blockerIn } from './steps';

interface OpsProps {
  readonly extension: Extension;
}

/** Shows the uses of an extension, each with its needs now. They are asked for when somebody wants to see them. */
export function Ops({ extension }: OpsProps) {
  const texts = useText();
  const [opened, setOpened] = useState(false);
  return (
    <Accordion
      variant="default"
      chevronPosition="left"
      mt="xs"
      styles={{ item: { border: 0 } }}
      onChange={(value) => setOpened(value !== null)}
    >
      <Accordion.Item value="ops">
        <Accordion.Control aria-label={texts.extensions.stepOf(texts.extensions.ops, extension.name)}>
          <Text size="sm">{texts.extensions.ops}</Text>
        </Accordion.Control>
        <Accordion.Panel>{opened && <Listed extension={extension} />}</Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Listed({ extension }: OpsProps) {
  const texts = useText();
  const { labels } = useMeanings();
  const { data, error, refetch } = useExtensionOps(extension.key);
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
      {data.ops.map(({ op, ready, blockedBy }) => (
        <li key={op}>
          <Group gap="xs">
            <Text size="sm">{labels[op]?.[texts.language] ?? op}</Text>
            <Badge size="sm" variant="light" color={ready ? 'teal' : 'gray'}>
              {ready ? texts.extensions.ready : texts.extensions.notReady}
            </Badge>
          </Group>
          {blockedBy.length > 0 && (
            <List size="xs" c="dimmed">
              {blockedBy.map((blocker) => (
                <List.Item key={blocker}>{blockerIn(blocker, extension, texts)}</List.Item>
              ))}
            </List>
          )}
        </li>
      ))}
    </Stack>
  );
}
