import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useStockSettings } from '../../api/shop';
import { Failure, Loading } from '../../parts/states';
import { useSaved } from '../../products/saved';
import { SettingsForm } from '../../store/settings-form';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import type { OfChannel } from './page';

/** The settings of a marketplace: all of them at once, as they were seen. */
export function SettingsPage({ channel: { key } }: OfChannel) {
  const texts = useText();
  const { settings: words } = texts.channel;
  const { keepIn, shownIn } = useSaved();
  const { data, error, refetch } = useStockSettings();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const policy = data.channels.find(({ extension }) => extension === key);
  if (!policy) return null;
  const { settings, held, marketplaceBuffer, untrackedQuantity } = policy;
  return (
    <Stack>
      <Text size="sm">{words.holds(count(marketplaceBuffer, texts), count(untrackedQuantity, texts))}</Text>
      <SettingsForm
        id="channel"
        title={words.form}
        command="settings.channel.update"
        known={held}
        seen={{ extension: key, expectedRev: settings?.rev ?? 0 }}
        hints={words.hints}
        onRan={keepIn('channel')}
      />
      {shownIn('channel')}
      <Anchor component={Link} href={`/connect/${key}`} size="sm">
        {words.connection}
      </Anchor>
    </Stack>
  );
}
