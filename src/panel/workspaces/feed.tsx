import { Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useActivity } from '../api/queries';
import type { Activity } from '../api/types';
import { useActorName } from '../parts/actors';
import { Visible } from '../parts/quoted';
import { Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { size } from '../text/format';
import { useText } from '../text/text';

/** All that was done in a workspace, newest first. */
export function Feed({ ws }: { readonly ws: string }) {
  const texts = useText();
  const activity = useActivity(ws);
  return (
    <Stack gap="xs" component="section" aria-label={texts.workspaces.feed}>
      <Title order={2} size="h5">
        {texts.workspaces.feed}
      </Title>
      <Pages query={activity} empty={<Text c="dimmed">{texts.workspaces.noFeed}</Text>}>
        {(items) => (
          <Table.ScrollContainer minWidth={0}>
            <Table>
              <Table.Tbody>
                {items.map((each) => (
                  <Row key={each.id} row={each} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Pages>
    </Stack>
  );
}

function Row({ row }: { readonly row: Activity }) {
  const { kind, byKind, byId, subject, outcome, exitCode, bytes, begunAt } = row;
  const texts = useText();
  const actorName = useActorName();
  const outcomes: Readonly<Record<string, string>> = texts.workspaces.outcomes;
  const { kinds } = texts.workspaces;
  return (
    <Table.Tr>
      <Table.Td className="value">
        <Code style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          <Visible text={subject} />
        </Code>
        <Group gap={6}>
          <Text size="xs" c="dimmed" component="div">
            {kinds[kind]} · {outcomes[outcome] ?? outcome}
            {exitCode !== null && ` · ${texts.workspaces.exit(String(exitCode))}`}
            {bytes !== null && ` · ${size(bytes, texts)}`} · {actorName({ kind: byKind as 'owner', id: byId })} ·{' '}
            <Ago at={begunAt} />
          </Text>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
