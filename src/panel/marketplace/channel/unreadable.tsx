import { Group, Paper, Stack, Text } from '@mantine/core';
import { useChannelHealth } from '../../api/queries';
import type { ChannelHealth } from '../../api/types';
import { JobReason } from '../../jobs/job-reason';
import { Visible } from '../../parts/quoted';
import { Empty, Failure, Loading } from '../../parts/states';
import { Ago } from '../../parts/time';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import type { OfChannel } from './page';

/** Rows of a marketplace that could not be kept, each with the reason. */
export function UnreadablePage({ channel: { key } }: OfChannel) {
  const texts = useText();
  const { unreadable: words } = texts.channel;
  const { data: health, error, refetch } = useChannelHealth(key);
  if (!health) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const { unreadable: all, unreadableRows: rows } = health;
  return (
    <Stack>
      {error && <Failure error={error} retry={refetch} />}
      {all === 0 && <Empty title={words.empty} hint={words.emptyHint} />}
      {rows.length < all && (
        <Text size="sm" c="dimmed">
          {words.shown(count(rows.length, texts), count(all, texts))}
        </Text>
      )}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <Row key={`${row.task} ${row.remoteId} ${row.orderNumber} ${row.message}`} row={row} />
        ))}
      </Stack>
    </Stack>
  );
}

function Row({ row }: { readonly row: ChannelHealth['unreadableRows'][number] }) {
  const { channel } = useText();
  const { unreadable: words, health } = channel;
  const { task, remoteId, orderNumber, code, message, firstAt, seenAt, triedAt } = row;
  return (
    <Paper withBorder p="md" component="li" aria-label={orderNumber ?? remoteId ?? words.nameless}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text component="span" fw={500}>
          {health.taskNames[task]}
          {orderNumber !== null && (
            <>
              {' · '}
              <Visible text={words.order(orderNumber)} />
            </>
          )}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          {words.first} <Ago at={firstAt} /> · {words.seen} <Ago at={seenAt} /> · {words.tried} <Ago at={triedAt} />
        </Text>
      </Group>
      <Text size="sm">{remoteId === null ? words.nameless : <Visible text={words.row(remoteId)} />}</Text>
      <JobReason code={code} message={message} />
      {task === 'orders' && (
        <Text size="sm" mt="xs">
          {words.whatToDo}
        </Text>
      )}
    </Paper>
  );
}
