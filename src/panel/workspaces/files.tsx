import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useFolder, useWorkspaceFile } from '../api/queries';
import { Visible, VisibleLines } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { size } from '../text/format';
import { useText } from '../text/text';

const ROOT = '/workspace';

/** The files of a workspace, for reading. They are asked for once somebody wants to see them. */
export function Files({ ws }: { readonly ws: string }) {
  const texts = useText();
  const [place, setPlace] = useState<string | null>(null);
  const [file, setFile] = useState<string | null>(null);
  const go = (path: string): void => {
    setFile(null);
    setPlace(path);
  };
  return (
    <Stack gap="xs" component="section" aria-label={texts.workspaces.files}>
      <Title order={2} size="h5">
        {texts.workspaces.files}
      </Title>
      {place === null ? (
        <Group>
          <Button variant="default" size="xs" onClick={() => go(ROOT)}>
            {texts.workspaces.showFiles}
          </Button>
          <Text size="xs" c="dimmed">
            {texts.workspaces.filesHint}
          </Text>
        </Group>
      ) : (
        <Folder ws={ws} path={place} go={go} open={setFile} />
      )}
      {file !== null && <Content ws={ws} path={file} />}
    </Stack>
  );
}

interface FolderProps {
  readonly ws: string;
  readonly path: string;
  readonly go: (path: string) => void;
  readonly open: (path: string) => void;
}

function Folder({ ws, path, go, open }: FolderProps) {
  const texts = useText();
  const { data, error, refetch } = useFolder(ws, path);
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Code>
          <Visible text={path} />
        </Code>
        {path !== ROOT && (
          <Anchor component="button" size="sm" onClick={() => go(path.slice(0, path.lastIndexOf('/')))}>
            {texts.workspaces.up}
          </Anchor>
        )}
      </Group>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data?.entries.length === 0 && <Text c="dimmed">{texts.workspaces.emptyFolder}</Text>}
      {data?.entries.map(({ name, type, size: bytes }) => {
        const whole = `${path}/${name}`;
        const act = type === 'folder' ? () => go(whole) : type === 'file' ? () => open(whole) : undefined;
        return (
          <Group key={name} gap="xs" justify="space-between">
            {act ? (
              <Anchor component="button" size="sm" onClick={act}>
                <Visible text={type === 'folder' ? `${name}/` : name} />
              </Anchor>
            ) : (
              <Text size="sm">
                <Visible text={name} />
              </Text>
            )}
            {type === 'file' && (
              <Text size="xs" c="dimmed">
                {size(bytes, texts)}
              </Text>
            )}
          </Group>
        );
      })}
      {data && !data.complete && <Text size="sm">{texts.workspaces.someFiles}</Text>}
    </Stack>
  );
}

function Content({ ws, path }: { readonly ws: string; readonly path: string }) {
  const texts = useText();
  const { data, error, refetch } = useWorkspaceFile(ws, path);
  if (error) return <Failure error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <Stack gap={4}>
      <Code>
        <Visible text={path} />
      </Code>
      {data.encoding === 'utf8' ? (
        <Code block style={{ maxHeight: '24rem', overflow: 'auto' }}>
          <VisibleLines text={data.data} />
        </Code>
      ) : (
        <Text c="dimmed">{texts.workspaces.notText}</Text>
      )}
    </Stack>
  );
}
