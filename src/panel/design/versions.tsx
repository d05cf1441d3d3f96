import { Alert, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useActorName } from '../parts/actors';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { useText } from '../text/text';
import type { Draft } from './api';
import { ChangeList } from './change-list';
import { ShowDialog } from './show-dialog';
import { useLive, useVersion, useVersions, type Version } from './versions-api';

interface VersionsProps {
  readonly draft: Draft;
  /** Something was changed and not saved: what is published is the draft as it was saved. */
  readonly isEdited: boolean;
}

/** The published versions, the newest first, with their changes. The draft becomes the next one, and an earlier one can be shown again. */
export function Versions({ draft, isEdited }: VersionsProps) {
  const { design } = useText();
  const versions = useVersions();
  const [asked, setAsked] = useState<Version | null>(null);
  const live = useLive();
  const isLive = draft.hash === live?.hash;
  return (
    <Stack gap="sm">
      <Text size="sm">{isLive ? design.publish.nothing : design.publish.lead}</Text>
      {isEdited && <Alert color="orange">{design.publish.saveFirst}</Alert>}
      <Pages query={versions} empty={<Empty title={design.versions.none} hint={design.versions.noneHint} />}>
        {(items) => (
          <Stack component="ol" gap="xs" p={0} m={0} aria-label={design.versions.title} style={{ listStyle: 'none' }}>
            {items.map((version) => (
              <OneVersion key={version.seq} version={version} onShow={() => setAsked(version)} />
            ))}
          </Stack>
        )}
      </Pages>
      {asked !== null && (
        <ShowDialog draft={draft} asked={asked} seen={live?.seq ?? 0} onClose={() => setAsked(null)} />
      )}
    </Stack>
  );
}

interface OneVersionProps {
  readonly version: Version;
  readonly onShow: () => void;
}

function OneVersion({ version, onShow }: OneVersionProps) {
  const { design } = useText();
  const actorName = useActorName();
  const [isOpen, setOpen] = useState(false);
  const { seq, label, live, fromSeq, byKind, byId, publishedAt, theme, themeVersion } = version;
  const name = design.versions.name(seq);
  return (
    <Paper withBorder p="sm" component="li" aria-label={name}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            {label !== null && (
              <Text>
                <Visible text={label} />
              </Text>
            )}
            {live && (
              <Badge color="teal" variant="light">
                {design.versions.live}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            <Visible text={actorName({ kind: byKind as 'owner', id: byId })} /> · <Ago at={publishedAt} /> · {theme}{' '}
            {themeVersion}
            {fromSeq !== null && ` · ${design.versions.from(fromSeq)}`}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${name}: ${design.changes.title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {design.changes.title}
          </Button>
          {!live && (
            <Button size="xs" variant="default" aria-label={`${name}: ${design.rollback.button}`} onClick={onShow}>
              {design.rollback.button}
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <ChangesOf seq={seq} />}
    </Paper>
  );
}

/** The differences between a version and the one before it. */
function ChangesOf({ seq }: Pick<Version, 'seq'>) {
  const after = useVersion(seq);
  const before = useVersion(seq - 1);
  const error = after.error ?? before.error;
  if (error) return <Failure error={error} retry={after.refetch} />;
  if (!after.data || (seq > 1 && !before.data)) return <Loading />;
  const was = before.data?.body ?? null;
  return <ChangeList before={was} after={after.data.body} />;
}
