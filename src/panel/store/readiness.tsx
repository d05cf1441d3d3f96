import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { CheckCircledIcon, CircleIcon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'wouter';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import type { StoreHealth } from '../api/types';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Failure } from '../parts/states';
import type { Ran } from '../products/preview';
import { useSession } from '../session/session';
import { useText } from '../text/text';

/** The path at which the panel begins. */
const PANEL = '/panel';
const MARKED = 'settings.flag.set';

interface ReadinessProps {
  readonly health: StoreHealth;
  readonly onRan: (ran: Ran) => void;
}

/** Shows the things that the shop has and still lacks before it can sell, each with the way there. */
export function Readiness({ health, onRan }: ReadinessProps) {
  const texts = useText();
  const lacking = health.points.filter(({ done, blocks }) => !done && blocks.length > 0).length;
  return (
    <Part title={texts.store.readiness}>
      <Alert color={health.state === 'live' ? 'teal' : 'orange'} role="status" mb="sm">
        {health.state === 'live' ? texts.store.live : texts.store.draft(lacking)}
      </Alert>
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {health.points.map((point) => (
          <Point key={point.point} {...point} onRan={onRan} />
        ))}
      </Stack>
    </Part>
  );
}

function Point({
  point,
  done,
  why,
  link,
  mend,
  blocks,
  onRan,
}: StoreHealth['points'][number] & Pick<ReadinessProps, 'onRan'>) {
  const texts = useText();
  const word = useWord('readinessFlag', 'flag');
  const isMarked = mend.capability === MARKED;
  return (
    <Group component="li" align="flex-start">
      {done ? <CheckCircledIcon aria-hidden /> : <CircleIcon aria-hidden />}
      {/* On a phone the button stands below. */}
      <div style={{ flex: '1 1 14rem' }}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {isMarked ? word(point) : texts.store.points[point]}
          </Text>
          <Badge
            size="sm"
            variant="light"
            styles={{ root: { height: 'auto' }, label: { whiteSpace: 'normal' } }}
            color={done ? 'teal' : blocks.length > 0 ? 'red' : 'gray'}
          >
            {done ? texts.store.done : blocks.length > 0 ? texts.store.blocks : texts.store.advised}
          </Badge>
        </Group>
        {why && (
          <Text size="xs" c="dimmed">
            {why[texts.language]}{' '}
            {link && (
              <Anchor href={link} target="_blank" rel="noreferrer" size="xs" underline="always">
                {texts.store.official(new URL(link).host)}
              </Anchor>
            )}
          </Text>
        )}
      </div>
      {isMarked ? (
        <Mark flag={point} done={done} onRan={onRan} />
      ) : (
        !done && (
          <Anchor size="sm" {...placeOf(mend.page)}>
            {texts.store.mend}
          </Anchor>
        )
      )}
    </Group>
  );
}

/** On this page, or on another one. */
function placeOf(page: string) {
  const [path = '', anchor] = page.slice(PANEL.length).split('#');
  return anchor === undefined ? { component: Link, href: path } : { href: `#${anchor}` };
}

interface MarkProps extends Pick<ReadinessProps, 'onRan'> {
  readonly flag: string;
  readonly done: boolean;
}

function Mark({ flag, done, onRan }: MarkProps) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const mark = useMutation({
    mutationFn: () => client.run({ storeId, command: MARKED, payload: { flag, set: !done } }, newKey()),
    onSuccess: ({ auditId }) => onRan({ auditIds: [auditId], whole: true }),
    onSettled: refresh,
  });
  return (
    <div>
      <Button size="xs" variant="default" loading={mark.isPending} onClick={() => mark.mutate()}>
        {done ? texts.store.unmark : texts.store.mark}
      </Button>
      {mark.error && <Failure error={mark.error} />}
    </div>
  );
}
