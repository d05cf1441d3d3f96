import { Alert, Button, Group, Text } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { ProblemError } from '../api/client';
import { reach } from '../api/reach';
import { AnnouncedContext } from '../parts/states';
import { dateTime } from '../text/format';
import { useText } from '../text/text';

/** Says above a page, and once, that the server cannot be reached and how old the page is; asks again for what failed once it can. */
export function Reachability({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const lostSince = useSyncExternalStore(reach.subscribe, () => reach.lostSince);
  const isLost = lostSince !== null;
  useEffect(() => {
    // Queries that are asked again and again come back by themselves; the rest has given up.
    if (!isLost) void queries.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreached(state.error) });
  }, [isLost, queries]);
  return (
    <AnnouncedContext value={isLost}>
      {isLost && <Unreachable since={lostSince} retry={() => void queries.refetchQueries({ type: 'active' })} />}
      {children}
    </AnnouncedContext>
  );
}

const isUnreached = (error: Error | null): boolean =>
  error instanceof ProblemError && error.problem.code === 'unreachable';

function Unreachable({ since, retry }: { readonly since: string; readonly retry: () => void }) {
  const texts = useText();
  const { title, seen, retryNow } = texts.unreachable;
  return (
    <Alert color="red" role="alert" icon={<ExclamationTriangleIcon />} title={title} mb="md">
      <Group gap="sm" justify="space-between">
        <Text size="sm">{seen(dateTime(since, texts))}</Text>
        <Button size="xs" variant="light" color="red" onClick={retry}>
          {retryNow}
        </Button>
      </Group>
    </Alert>
  );
}
