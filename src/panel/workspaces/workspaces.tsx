import { Accordion, Alert, Badge, Box, Group, Stack, Text } from '@mantine/core';
import { useWorkspaces } from '../api/queries';
import type { Workspace } from '../api/types';
import { ActButton } from '../parts/act';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { size } from '../text/format';
import { useText } from '../text/text';
import { Feed } from './feed';
import { Files } from './files';

const stateColors: Readonly<Record<string, string>> = { warm: 'teal', failed: 'red', none: 'gray' };

/** Workspaces with the state of their sandboxes, what was done in them, and their files. */
export function WorkspacesPage() {
  const texts = useText();
  const workspaces = useWorkspaces();
  return (
    <>
      <PageHeader title={texts.workspaces.title} lead={texts.workspaces.lead} />
      <Pages query={workspaces} empty={<Empty title={texts.workspaces.empty} hint={texts.workspaces.emptyHint} />}>
        {(items) => {
          // The store's own draft has no sandbox.
          const shown = items.filter(({ kind }) => kind !== 'main');
          if (shown.length === 0) return <Empty title={texts.workspaces.empty} hint={texts.workspaces.emptyHint} />;
          return (
            <Accordion variant="separated">
              {shown.map((workspace) => (
                <Accordion.Item key={workspace.id} value={workspace.id}>
                  <Accordion.Control>
                    <Head workspace={workspace} />
                  </Accordion.Control>
                  <Accordion.Panel>
                    <Inside workspace={workspace} />
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          );
        }}
      </Pages>
    </>
  );
}

interface Of {
  readonly workspace: Workspace;
}

function Head({ workspace: { name, sandbox, archivedAt } }: Of) {
  const texts = useText();
  const words: Readonly<Record<string, string>> = texts.workspaces.states;
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" pr="xs">
      <Box miw={0} className="value">
        <Text fw={600}>
          <Visible text={name} />
        </Text>
      </Box>
      <Badge variant="light" color={stateColors[sandbox] ?? 'blue'} style={{ flex: 'none' }}>
        {archivedAt === null ? (words[sandbox] ?? sandbox) : texts.workspaces.archived}
      </Badge>
    </Group>
  );
}

function Inside({ workspace }: Of) {
  const { id, sandbox, sandboxDriver, sandboxReason, lastBackup, archivedAt } = workspace;
  const texts = useText();
  const hasSandbox = sandbox !== 'none' && archivedAt === null;
  return (
    <Stack gap="md">
      {sandboxReason !== null && (
        <Alert color="red">
          <Text size="sm" lang="en">
            <Visible text={sandboxReason} />
          </Text>
        </Alert>
      )}
      {hasSandbox && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed" component="div">
            {sandboxDriver === null ? texts.workspaces.noDriver : texts.workspaces.driver(sandboxDriver)} ·{' '}
            {lastBackup === null ? (
              texts.workspaces.noBackup
            ) : (
              <>
                {texts.workspaces.lastBackup}: <Ago at={lastBackup.at} />, {size(lastBackup.bytes, texts)}
              </>
            )}
          </Text>
          <Group gap="xs">
            <Act of={workspace} act="backup" />
            <Act of={workspace} act="refresh" />
          </Group>
        </Group>
      )}
      <Feed ws={id} />
      {hasSandbox && <Files ws={id} />}
    </Stack>
  );
}

const Act = ({ of: { id, name }, act }: { readonly of: Workspace; readonly act: 'backup' | 'refresh' }) => (
  <ActButton
    says={useText().workspaces.acts[act]}
    command={`workspaces.${act}`}
    route={`/v1/workspaces/${encodeURIComponent(id)}/${act}`}
    of={{}}
    keyless={act === 'backup'}
    named={name}
    button={{ size: 'xs' }}
  />
);
