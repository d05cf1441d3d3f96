import { Anchor, Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMedia } from '../api/shop';
import type { ListedMedia } from '../api/types';
import { tell } from '../parts/confirm';
import { Identifier } from '../parts/identifier';
import { useWord } from '../parts/meaning';
import { Search } from '../parts/search';
import { PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { PreviewDialog } from '../products/preview';
import { fileTitle } from '../text/format';
import { useText } from '../text/text';
import { useBringing } from './bring';
import { Drop } from './drop';
import { NoMedia } from './none';
import { addressOf, mediaTitle, Picture } from './shown';

/** The pictures of the shop, from which products take theirs. */
export function MediaPage() {
  const texts = useText();
  const [text, setText] = useState('');
  const media = useMedia(text);
  const bringing = useBringing();
  return (
    <>
      <PageHeader title={texts.nav.media} lead={texts.media.lead} />
      <Stack>
        <Drop {...bringing} />
        <Search label={texts.media.search} onSearch={setText} />
        <Pages query={media} empty={<NoMedia text={text} />}>
          {(items) => (
            <SimpleGrid
              cols={{ base: 2, sm: 3, lg: 4 }}
              spacing="sm"
              component="ul"
              p={0}
              m={0}
              style={{ listStyle: 'none' }}
            >
              {items.map((each) => (
                <MediaCard key={each.id} media={each} />
              ))}
            </SimpleGrid>
          )}
        </Pages>
      </Stack>
    </>
  );
}

function MediaCard({ media }: { readonly media: ListedMedia }) {
  const texts = useText();
  const failure = useWord('media', 'failure');
  const [asking, setAsking] = useState(false);
  const { id, rev, state, type, size, width, height, variants, createdAt, originalUrl } = media;
  const name = mediaTitle(media, texts);
  const extent = width === null || height === null ? [] : [`${width} × ${height}`];
  return (
    <Paper withBorder p="sm" component="li" aria-label={`${name} ${id}`}>
      <Picture url={addressOf(variants)} state={state} alt={name} />
      <Text size="sm" fw={600} mt={4} className="value">
        {name}
      </Text>
      <Text size="xs" c="dimmed" component="div" className="value">
        {[fileTitle(type, size, texts), ...extent].join(' · ')} · <Ago at={createdAt} />
      </Text>
      {media.failure !== null && (
        <Badge mt={4} variant="light" color={state === 'failed' ? 'red' : 'orange'} className="risk">
          {failure(media.failure)}
        </Badge>
      )}
      <Identifier id={id} of={name} />
      <Group gap="xs" mt="xs">
        <Anchor size="xs" component={Link} href={`/products?mediaId=${id}&status=all`}>
          {texts.media.uses}
        </Anchor>
        <Anchor size="xs" href={originalUrl} download>
          {texts.media.download}
        </Anchor>
      </Group>
      <Group justify="flex-end" mt="xs">
        <Button
          size="xs"
          variant="light"
          color="red"
          aria-label={texts.media.deleteOf(name)}
          onClick={() => setAsking(true)}
        >
          {texts.media.delete}
        </Button>
      </Group>
      {asking && (
        <PreviewDialog
          title={texts.media.deleteTitle}
          text={texts.media.deleteText}
          yes={texts.media.delete}
          destructive
          calls={[{ command: 'catalog.media.delete', payload: { mediaId: id, expectedRev: rev } }]}
          titles={{ [id]: name }}
          onRan={({ whole }) => whole && tell(texts.media.deleted)}
          onClose={() => setAsking(false)}
        />
      )}
    </Paper>
  );
}
