import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type ItemsShown, useItems, useReview } from '../api/queries';
import type { ProposalDetail } from '../api/types';
import { Failure, Loading } from '../parts/states';
import { Titles } from '../parts/titles';
import { count } from '../text/format';
import { useText } from '../text/text';
import { Actions, type Coming } from './actions';
import { CallTable } from './call-table';
import type { Choice } from './choice';
import { useDecision } from './decide';
import { type FreshItem, freshItems, type Review } from './fresh';
import { Head } from './head';
import { ItemCard } from './item';
import type { ItemRows } from './item-table';
import { useLeftOut } from './left-out';
import { LikeTable } from './like-table';
import { entriesOf } from './likes';
import { awaitsVerdict } from './order';
import { LargeSummary } from './summary';

/** A bulk act of more items than a page holds: counted by the server, and read as far as its owner scrolls. */
export function LargeProposal({ proposal }: { readonly proposal: ProposalDetail }) {
  const texts = useText();
  const { decide, busy, waiting, overtaken } = useDecision(proposal);
  const { pause, items, state } = proposal;
  const isAwaited = awaitsVerdict(proposal);
  const fresh = useReview(proposal, isAwaited);
  const review = (isAwaited && fresh.data) || null;
  // The item at which it stands still comes first.
  const [shown, show] = useState<ItemsShown>({});
  const [choice, choose] = useState<Choice | null>(null);
  const pausedItemId = pause?.itemId;
  useEffect(() => {
    // A choice holds for the pause for which it was made.
    choose(null);
    if (pausedItemId !== undefined) show({ from: pausedItemId });
  }, [pausedItemId]);
  const query = useItems(proposal, shown);
  const pages = query.data?.pages;
  const list = useMemo(() => freshItems(pages?.flatMap((page) => page.list) ?? [], null), [pages]);
  const references = useMemo(() => Object.assign({}, ...(pages ?? []).map((page) => page.references)), [pages]);
  const { leftOut, leave } = useLeftOut(list);
  const end = useNextPageInSight(query);
  const stoppedAt = pause ? list.find(({ id }) => id === pause.itemId) : undefined;
  const card = useCallback(
    (item: FreshItem) => (
      <ItemCard
        key={item.id}
        proposalId={proposal.id}
        item={item}
        pause={pause?.itemId === item.id ? pause : null}
        choice={pause?.itemId === item.id ? choice : null}
        onChoose={choose}
        undoneBy={undefined}
        onSkip={undefined}
        leftOut={undefined}
        onLeaveOut={leave}
      />
    ),
    [proposal.id, pause, choice, leave],
  );
  const rows: ItemRows = {
    leftOut: isAwaited ? leftOut : undefined,
    onLeaveOut: leave,
    undoneBy: nobody,
    card,
    isPart: true,
  };
  return (
    <Stack>
      <Head proposal={proposal} undone={undefined} />
      {overtaken && <Alert color="yellow">{texts.proposals.changedMeanwhile}</Alert>}
      {waiting && (
        <Alert color="blue" role="status">
          {texts.proposals.waitingForWorker}
        </Alert>
      )}
      {isAwaited && fresh.error && <Failure error={fresh.error} retry={fresh.refetch} />}
      {review && <LargeSummary review={review} onShow={(from) => show({ from })} />}
      {isAwaited && (
        <Text size="sm" c="dimmed">
          {texts.bulk.asRecorded}
        </Text>
      )}
      <Group gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={texts.bulk.shown}
          value={shown.state ?? 'all'}
          onChange={(value) => show(value === 'all' ? {} : { state: 'skipped' })}
          data={[
            { value: 'all', label: texts.bulk.all(count(items.total, texts)) },
            { value: 'skipped', label: texts.bulk.leftOut(count(items.skipped, texts)) },
          ]}
        />
        {shown.from !== undefined && (
          <Button size="compact-xs" variant="subtle" onClick={() => show({})}>
            {texts.bulk.fromStart}
          </Button>
        )}
      </Group>
      {query.isPending && <Loading />}
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      <Titles value={references}>
        <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
          {entriesOf(list, stoppedAt?.id, true).map((entry) =>
            entry.kind === 'one' ? (
              card(entry.item)
            ) : entry.kind === 'calls' ? (
              <CallTable key={entry.command} calls={entry} rows={rows} />
            ) : (
              <LikeTable key={`${entry.command} ${entry.items[0]?.id}`} likes={entry} rows={rows} />
            ),
          )}
        </Stack>
      </Titles>
      {query.hasNextPage && (
        <Button
          ref={end}
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.common.more}
        </Button>
      )}
      <Actions
        proposal={proposal}
        coming={comingIn(proposal, review, state === 'submitted' ? leftOut.size : 0)}
        review={fresh.isFetching ? null : review}
        stoppedAt={stoppedAt}
        choice={choice}
        leftOut={state === 'submitted' ? leftOut : NOTHING}
        busy={busy}
        decide={decide}
      />
    </Stack>
  );
}

/** How far below the window the end of the list may be, so that the next page comes before its reader does. */
const AHEAD = '1200px';

/** Reads the next page as soon as the end of the list comes into sight. @returns the ref of that end */
function useNextPageInSight({ hasNextPage, isFetching, fetchNextPage }: ReturnType<typeof useItems>) {
  const { ref, entry } = useIntersection({ rootMargin: AHEAD });
  const isInSight = entry?.isIntersecting === true;
  useEffect(() => {
    if (isInSight && hasNextPage && !isFetching) void fetchNextPage();
  }, [isInSight, hasNextPage, isFetching, fetchNextPage]);
  return ref;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The act that takes items back tells of them; this page marks none. */
const nobody = (): undefined => undefined;

const comingIn = ({ items }: ProposalDetail, review: Review | null, leftOut: number): Coming => ({
  items: items.pending - leftOut,
  forever: review?.summary.warnings.find(({ kind }) => kind === 'irreversible')?.count ?? 0,
  skips: 0,
  stops: 0,
  worksOn: false,
});
