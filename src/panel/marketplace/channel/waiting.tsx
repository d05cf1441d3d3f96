import { Anchor, List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useToPrepare } from '../../api/packages';
import type { ChannelHealth } from '../../api/types';
import { Part } from '../../parts/part';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import type { OfChannel } from './page';

interface WaitingProps extends OfChannel {
  readonly health: ChannelHealth;
}

/** Things of a marketplace that wait for somebody, each with the way to it. */
export function Waiting({ channel: { key }, health }: WaitingProps) {
  const texts = useText();
  const { health: words } = texts.channel;
  const toPrepare = useToPrepare(key).data ?? 0;
  const all = [
    { waits: toPrepare, say: words.toPrepare, href: `/marketplace/${key}/packages` },
    { waits: health.unmappedOrders, say: words.unmapped, href: `/marketplace/${key}/unmapped` },
    { waits: health.oversoldPieces, say: words.oversold, href: `/marketplace/${key}/oversold` },
    { waits: health.unreadable, say: words.unreadable, href: `/marketplace/${key}/unreadable` },
    { waits: health.failedBatches, say: words.failedBatches, href: `/marketplace/${key}/listings` },
    { waits: health.failedJobs, say: words.failedJobs, href: `/jobs?channel=${key}` },
  ].filter(({ waits }) => waits > 0);
  return (
    <Part title={words.waiting}>
      {all.length === 0 && <Text c="dimmed">{words.nothing}</Text>}
      <List>
        {all.map(({ waits, say, href }) => (
          <List.Item key={href}>
            <Anchor component={Link} href={href}>
              {say(count(waits, texts))}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Part>
  );
}
