import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { useExtensionName } from '../api/providers';
import { useWebhooks } from '../api/queries';
import type { Webhook } from '../api/types';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { useText } from '../text/text';

const COLORS: Readonly<Record<Webhook['state'], string>> = {
  kept: 'blue',
  handled: 'teal',
  ignored: 'gray',
  failed: 'red',
};

/** Shows the messages that providers have sent the store by themselves, and their outcomes. */
export function WebhooksPage() {
  const texts = useText();
  const webhooks = useWebhooks();
  return (
    <>
      <Anchor component={Link} href="/settings/extensions" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.nav.extensions}
      </Anchor>
      <PageHeader title={texts.webhooks.title} lead={texts.webhooks.lead} />
      <Pages query={webhooks} empty={<Empty title={texts.webhooks.empty} hint={texts.webhooks.emptyHint} />}>
        {(items) => (
          <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </Stack>
        )}
      </Pages>
    </>
  );
}

function WebhookRow({ webhook: { extension, state, failure, createdAt, handledAt } }: { readonly webhook: Webhook }) {
  const texts = useText();
  const name = useExtensionName()(extension);
  return (
    <Paper withBorder px="md" py="sm" component="li" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Badge variant="light" color={COLORS[state]}>
          {texts.webhooks.states[state]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {texts.webhooks.came} <Ago at={createdAt} />
        {handledAt !== null && state !== 'failed' && (
          <>
            {' · '}
            {texts.webhooks.looked} <Ago at={handledAt} />
          </>
        )}
      </Text>
      {state === 'failed' && (
        <Text size="sm" mt="xs">
          {texts.webhooks.whatToDo(name)}
        </Text>
      )}
      {failure !== null && (
        <Text size="sm" mt="xs" lang="en" className="value">
          <Visible text={failure} />
        </Text>
      )}
    </Paper>
  );
}
