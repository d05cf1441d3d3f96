import { Code, Group, Stack, Text } from '@mantine/core';
import type { Order } from '../api/types';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { SaveFile } from '../parts/save-file';
import { dateTime } from '../text/format';
import { legalPages } from '../text/legal';
import { useText } from '../text/text';

/** Shows the documents that the buyer was shown and has agreed to, as they were worded then. */
export function Documents({ order }: { readonly order: Order }) {
  const texts = useText();
  const kindWord = useWord('belge', 'kind');
  const words = legalPages[texts.language];
  const { id: orderId, documents } = order;
  return (
    <Part title={texts.orders.documents}>
      {documents.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.orders.noDocuments}
        </Text>
      ) : (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {documents.map(({ id, kind, digest, createdAt }) => (
            <li key={id} aria-label={kindWord(kind)}>
              <Text size="sm">{kindWord(kind)}</Text>
              <Text size="xs" c="dimmed">
                {words.agreed(dateTime(createdAt, texts))}
              </Text>
              <Text size="xs" c="dimmed">
                {words.agreedBy} <Code style={{ overflowWrap: 'anywhere' }}>{digest}</Code>
              </Text>
              <Group gap="xs" mt={4}>
                <SaveFile path={`/v1/orders/${orderId}/belge/${id}`} query={{ format: 'pdf' }} of={kindWord(kind)}>
                  PDF
                </SaveFile>
                <SaveFile path={`/v1/orders/${orderId}/belge/${id}`} query={{ format: 'html' }} of={kindWord(kind)}>
                  HTML
                </SaveFile>
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </Part>
  );
}
