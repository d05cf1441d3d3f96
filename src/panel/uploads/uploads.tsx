import { Anchor, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../api/client';
import { useRefresh, useUploads } from '../api/queries';
import type { Upload } from '../api/types';
import { useActors } from '../parts/actors';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { Identifier } from '../parts/identifier';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { dateTime, fileTitle } from '../text/format';
import { useText } from '../text/text';

/** Shows the uploads that wait to be committed. They take room that others need: their token is told, and the owner makes room. */
export function UploadsPage() {
  const texts = useText();
  const uploads = useUploads();
  return (
    <>
      <PageHeader title={texts.uploads.title} lead={texts.uploads.lead} />
      <Pages query={uploads} empty={<Empty title={texts.uploads.empty} hint={texts.uploads.emptyHint} />}>
        {(items) => (
          <SimpleGrid
            cols={{ base: 1, xs: 2, md: 3 }}
            spacing="sm"
            component="ul"
            p={0}
            m={0}
            style={{ listStyle: 'none' }}
          >
            {items.map((upload) => (
              <UploadCard key={upload.id} upload={upload} />
            ))}
          </SimpleGrid>
        )}
      </Pages>
    </>
  );
}

function UploadCard({
  upload: { id, type, size: bytes, url, broughtBy, createdAt, expiresAt, held },
}: {
  readonly upload: Upload;
}) {
  const texts = useText();
  const actors = useActors();
  const confirm = useConfirm();
  const refresh = useRefresh();
  const discard = useMutation({
    mutationFn: () => client.delete(`/v1/account/uploads/${id}`),
    onSuccess: () => tell(texts.uploads.discarded),
    onError: (problem) => tellProblem(problem, texts),
    onSettled: refresh,
  });
  const ask = async () => {
    const { discardTitle: title, discardText: text, discard: yes } = texts.uploads;
    if (await confirm({ title, text, yes, destructive: true })) discard.mutate();
  };
  const name = fileTitle(type, bytes, texts);
  const who = broughtBy === null ? texts.common.none : (actors.get(broughtBy) ?? broughtBy);
  return (
    <Paper withBorder p="sm" component="li" aria-label={`${name} ${id}`}>
      <Anchor href={url} target="_blank" rel="noreferrer" aria-label={`${texts.uploads.open}: ${name}`}>
        <img src={url} alt="" className="picture" loading="lazy" />
      </Anchor>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed" component="div" className="value">
        <Visible text={who} /> · <Ago at={createdAt} />
      </Text>
      <Text size="xs" c="dimmed">
        {held ? texts.uploads.held : `${texts.uploads.expires}: ${dateTime(expiresAt, texts)}`}
      </Text>
      <Identifier id={id} of={name} />
      <Group justify="flex-end" mt="xs">
        <Button size="xs" variant="light" color="red" loading={discard.isPending} onClick={() => void ask()}>
          {texts.uploads.discard}
        </Button>
      </Group>
    </Paper>
  );
}
