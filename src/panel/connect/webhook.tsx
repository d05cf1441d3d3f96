import { Group, Text } from '@mantine/core';
import { useWebhookAddresses } from '../api/queries';
import type { Extension } from '../api/types';
import { Copy } from '../parts/copy';
import { Part } from '../parts/part';
import { Failure } from '../parts/states';
import { useText } from '../text/text';

/** Shows the address at which the provider of an installed extension tells the shop things; nothing for one that tells none. */
export function Webhook({ extension: { key, name } }: { readonly extension: Extension }) {
  const { connect } = useText();
  const { data, error, refetch } = useWebhookAddresses();
  if (error) return <Failure error={error} retry={refetch} />;
  const address = data?.find(({ extension }) => extension === key);
  if (!address) return null;
  return (
    <Part title={connect.webhook} lead={connect.webhookLead(name)}>
      <Group mt="sm" gap="sm" wrap="nowrap">
        <Text size="sm" ff="monospace" className="value">
          {address.url}
        </Text>
        <Copy value={address.url} of={connect.webhook} />
      </Group>
      {address.secret && (
        <Text size="sm" mt="sm" c={address.secret.isSet ? 'dimmed' : 'red'}>
          {connect.webhookSecret(name, address.secret.isSet)}
        </Text>
      )}
    </Part>
  );
}
