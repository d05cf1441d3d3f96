import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ProblemError } from '../api/client';
import { useConfirm } from '../parts/confirm';
import { Failure } from '../parts/states';
import { useUnsaved } from '../parts/unsaved';
import { useText } from '../text/text';
import type { Finding } from './api';
import { Behind } from './behind';
import type { Editor } from './editor';
import { Findings } from './findings';
import { ShowDialog } from './show-dialog';
import { useLive, useVersions } from './versions-api';

interface SaveBarProps {
  readonly editor: Editor;
  readonly onGo: (nodeId: string) => void;
}

/** Saves what was changed, says how the draft stands to what is live, and publishes it. */
export function SaveBar({ editor, onGo }: SaveBarProps) {
  const { design } = useText();
  const confirm = useConfirm();
  const { base, isEdited, isOvertaken, busy, problem } = editor;
  const live = useLive();
  const isKnown = useVersions().data !== undefined;
  const [isAsked, setAsked] = useState(false);
  const isLive = live?.hash === base.hash;
  useUnsaved(isEdited);
  const drop = async (): Promise<void> => {
    if (await confirm({ ...design.drop, destructive: true })) editor.reset();
  };
  const isConflict = problem?.code === 'rev_conflict' || isOvertaken;
  const findings = (problem?.findings ?? []) as readonly Finding[];
  return (
    <Stack gap="xs" mb="md">
      <Paper withBorder p="sm" component="section" aria-label={design.state}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Badge variant="light" color={isLive ? 'teal' : 'blue'}>
              {isLive ? design.asLive : design.drafted}
            </Badge>
            <Behind draft={base} isEdited={isEdited} />
            <Text size="sm" c="dimmed" role="status">
              {isEdited ? design.unsaved : design.allSaved}
            </Text>
          </Group>
          <Group gap="xs">
            {isEdited && (
              <Button variant="default" size="xs" disabled={busy} onClick={() => void drop()}>
                {design.drop.button}
              </Button>
            )}
            <Button size="xs" loading={busy} disabled={!isEdited || isConflict} onClick={editor.save}>
              {design.save}
            </Button>
            <Button
              size="xs"
              color="teal"
              disabled={isLive || isEdited || !isKnown || base.hash === null}
              title={isEdited ? design.publish.saveFirst : undefined}
              onClick={() => setAsked(true)}
            >
              {design.publish.button}
            </Button>
          </Group>
        </Group>
      </Paper>
      {isAsked && <ShowDialog draft={base} asked="draft" seen={live?.seq ?? 0} onClose={() => setAsked(false)} />}
      {isConflict && <Conflict editor={editor} />}
      {problem && !isConflict && findings.length === 0 && <Failure error={new ProblemError(problem)} />}
      {findings.length > 0 && (
        <Findings title={design.refused} color="red" findings={findings} body={editor.body} onGo={onGo} />
      )}
      {!isEdited && base.warnings.length > 0 && (
        <Findings title={design.warned} color="orange" findings={base.warnings} body={editor.body} onGo={onGo} />
      )}
    </Stack>
  );
}

/** Another has saved meanwhile. Nothing of either is lost before somebody decides. */
function Conflict({ editor }: Pick<SaveBarProps, 'editor'>) {
  const { design } = useText();
  const confirm = useConfirm();
  const load = async (): Promise<void> => {
    if (await confirm({ ...design.conflict.load, destructive: true })) editor.reset();
  };
  const over = async (): Promise<void> => {
    if (await confirm({ ...design.conflict.over, destructive: true })) editor.saveOver();
  };
  return (
    <Alert color="orange" role="alert" title={design.conflict.title}>
      <Text size="sm">{design.conflict.text}</Text>
      <Group mt="xs" gap="xs">
        <Button size="xs" variant="default" onClick={() => void load()}>
          {design.conflict.load.yes}
        </Button>
        <Button size="xs" variant="light" color="red" onClick={() => void over()}>
          {design.conflict.over.yes}
        </Button>
      </Group>
    </Alert>
  );
}
