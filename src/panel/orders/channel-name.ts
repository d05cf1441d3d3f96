import { visibleText } from '../../kernel/schema/visible';
import { useChannels } from '../api/queries';
import { useText } from '../text/text';

/** Names the channel in which an order was made. */
export function useChannelName(): (channel: string) => string {
  const texts = useText();
  const channels = useChannels().data ?? [];
  return (channel) =>
    channel === 'store'
      ? texts.orders.ownStore
      : visibleText(channels.find(({ key }) => key === channel)?.name ?? channel);
}
