import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { visibleText } from '../../kernel/schema/visible';
import { client } from '../api/client';
import { useRefresh, useSessions } from '../api/queries';
import type { ListedSession } from '../api/types';
import { tell, tellProblem } from '../parts/confirm';
import { Visible } from '../parts/quoted';
import { Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { deviceName } from '../session/device';
import { useText } from '../text/text';

/** Shows the sessions in which the owner is logged in. */
export function Sessions() {
  const texts = useText();
  const sessions = useSessions();
  const end = useEnd();
  return (
    <Pages query={sessions} empty={null}>
      {(items) => (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {items.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
          {items.length > 1 && (
            <Group component="li">
              <Button variant="default" color="red" loading={end.isPending} onClick={() => end.mutate('')}>
                {texts.account.endOthers}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Pages>
  );
}

function SessionRow({ session }: { readonly session: ListedSession }) {
  const texts = useText();
  const end = useEnd();
  const { id, device, createdAt, usedAt, isCurrent } = session;
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div className="value">
        <Text size="sm" fw={600} title={device === null ? undefined : visibleText(device)}>
          {device === null ? texts.account.unknownDevice : <Visible text={deviceName(device)} />}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {texts.account.signedIn}: <Ago at={createdAt} /> · {texts.account.lastUsed}: <Ago at={usedAt} />
        </Text>
      </div>
      {isCurrent ? (
        <Badge variant="light" style={{ flex: 'none' }}>
          {texts.account.thisOne}
        </Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          style={{ flex: 'none' }}
          onClick={() => end.mutate(`/${id}`)}
        >
          {texts.account.end}
        </Button>
      )}
    </Group>
  );
}

/** Ends one of the sessions, `/ses_…`, or all others, ``. */
function useEnd() {
  const texts = useText();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (which: string) => client.delete(`/v1/account/sessions${which}`),
    onSuccess: () => tell(texts.account.ended),
    onError: (error) => tellProblem(error, texts),
    onSettled: refresh,
  });
}
