import { useExtensionName } from '../api/providers';
import { useText } from '../text/text';

/** Names the channel in which an order was made. */
export function useChannelName(): (channel: string) => string {
  const texts = useText();
  const name = useExtensionName();
  return (channel) => (channel === 'store' ? texts.orders.ownStore : name(channel));
}
