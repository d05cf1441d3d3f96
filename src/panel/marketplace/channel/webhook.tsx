import { Alert, Badge, Group, Stack, Text } from '@mantine/core';
import { useExtensionOps } from '../../api/queries';
import type { ChannelHealth } from '../../api/types';
import { type AskedJob, useAsked } from '../../jobs/asked-jobs';
import { ActButton } from '../../parts/act';
import { Part } from '../../parts/part';
import { Ago } from '../../parts/time';
import { useText } from '../../text/text';
import type { OfChannel } from './page';

type State = ChannelHealth['webhook']['state'];

const colors: Readonly<Record<State, string>> = {
  none: 'gray',
  registering: 'blue',
  active: 'teal',
  passive: 'red',
  gone: 'red',
};

const REGISTER = 'channel.webhook.register';

interface WebhookPartProps extends OfChannel {
  readonly health: ChannelHealth;
}

/** The webhook of a marketplace, and the way to register it; nothing of a marketplace that has none. */
export function WebhookPart({ channel: { key }, health: { webhook } }: WebhookPartProps) {
  const { health: words } = useText().channel;
  const asked = useAsked();
  const op = useExtensionOps(key).data?.ops.find((each) => each.op === REGISTER);
  if (!op || op.blockedBy.includes('not_offered')) return null;
  const { state, provenAt, checkedAt, reactivatedAt } = webhook;
  const times = [
    [words.provenAt, provenAt],
    [words.checkedAt, checkedAt],
    [words.reactivatedAt, reactivatedAt],
  ] as const;
  return (
    <Part title={words.webhook} lead={words.webhookLead}>
      <Stack gap="sm" mt="sm">
        <Group gap="xs">
          <Badge variant="light" color={colors[state]}>
            {words.webhookStates[state]}
          </Badge>
          {times.map(
            ([what, at]) =>
              at && (
                <Text key={what} size="xs" c="dimmed" component="span">
                  {what}: <Ago at={at} />
                </Text>
              ),
          )}
        </Group>
        {state === 'passive' && (
          <Alert color="red" role="alert">
            {words.webhookPassive}
          </Alert>
        )}
        {op.ready && (
          <Group>
            <ActButton
              says={{
                button: state === 'none' ? words.register : words.registerAnew,
                title: words.registerTitle,
                text: words.registerText,
                yes: words.register,
                done: words.started,
              }}
              command={REGISTER}
              route={`/v1/channel/${key}/webhook`}
              of={{}}
              onDone={(job) => asked(job as unknown as AskedJob)}
              button={{ size: 'xs' }}
            />
          </Group>
        )}
      </Stack>
    </Part>
  );
}
