import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { isLarge, useProposal, useReview } from '../api/queries';
import type { Item, ProposalDetail } from '../api/types';
import { useUndone } from '../audit/undone';
import { useConfirm } from '../parts/confirm';
import { Failure, Loading } from '../parts/states';
import { usePageTitle } from '../parts/title';
import { Titles } from '../parts/titles';
import { useText } from '../text/text';
import { Actions, comingOf } from './actions';
import { CallTable } from './call-table';
import type { Choice } from './choice';
import { commentsIn, useComments } from './comments';
import { useDecision } from './decide';
import { type FreshItem, freshItems, risksOf } from './fresh';
import { Head } from './head';
import { useActName } from './inbox';
import { ItemCard } from './item';
import { LargeProposal } from './large';
import { useLeftOut } from './left-out';
import { LikeTable } from './like-table';
import { entriesOf } from './likes';
import { awaitsVerdict } from './order';
import { Summary } from './summary';

export function ReviewPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data, error, isPending, refetch } = useProposal(id);
  const actName = useActName();
  usePageTitle((data && actName(data)) ?? `${texts.proposals.one} ${id}`);
  return (
    <>
      <Anchor component={Link} href="/proposals" size="sm">
        <Group gap={4} mb="xs">
          <ArrowLeftIcon /> {texts.proposals.title}
        </Group>
      </Anchor>
      {isPending && <Loading />}
      {error && <Failure error={error} retry={refetch} />}
      {data && (
        <Titles value={data.references}>
          {isLarge(data) ? <LargeProposal proposal={data} /> : <Proposal proposal={data} />}
        </Titles>
      )}
    </>
  );
}

function Proposal({ proposal }: { readonly proposal: ProposalDetail }) {
  const texts = useText();
  const confirm = useConfirm();
  const { decide, busy, waiting, overtaken } = useDecision(proposal);
  const undone = useUndone(proposal);
  const [choice, setChoice] = useState<{ hash: string; choice: Choice } | null>(null);
  const [onlyRisky, setOnlyRisky] = useState(false);
  const { state, pause } = proposal;
  const isAwaited = awaitsVerdict(proposal);
  const fresh = useReview(proposal, isAwaited);
  const review = (isAwaited && fresh.data) || null;
  const list = useMemo(() => freshItems(proposal.list, review), [proposal.list, review]);
  const { leftOut, leave, leaveAll } = useLeftOut(list);
  const mayComment = isAwaited && proposal.token.kind !== 'owner';
  const { comments, comment } = useComments(list);
  const stoppedAt = pause ? list.find((item) => item.id === pause.itemId) : undefined;
  useMoveTo(pause?.itemId);
  // A choice holds for what was shown when it was made: another preview needs another choice.
  const shown = stoppedAt ? `${stoppedAt.id} ${stoppedAt.currentPreview?.hash ?? ''}` : '';
  const chosen = choice?.hash === shown ? choice.choice : null;
  const choose = useCallback((next: Choice) => setChoice({ hash: shown, choice: next }), [shown]);
  const visible = onlyRisky ? list.filter((item) => item === stoppedAt || risksOf(item).length > 0) : list;
  const undoneBy = (item: Item) => (item.auditId === null ? undefined : undone.data?.get(item.auditId));

  const skip = useCallback(
    async (item: Item) => {
      const { skipTitle: title, skipText: text, skip: yes } = texts.proposals;
      if (await confirm({ title, text, yes, destructive: true })) decide({ kind: 'skip', itemId: item.id });
    },
    [texts, confirm, decide],
  );
  const card = (item: FreshItem) => {
    const isStopped = item === stoppedAt;
    const pending = item.state === 'pending';
    return (
      <ItemCard
        key={item.id}
        proposalId={proposal.id}
        item={item}
        pause={isStopped ? pause : null}
        choice={isStopped ? chosen : null}
        onChoose={choose}
        undoneBy={undoneBy(item)}
        onSkip={pending && state === 'paused' ? skip : undefined}
        leftOut={pending && isAwaited ? leftOut.has(item.id) : undefined}
        onLeaveOut={leave}
        comment={pending && mayComment ? (comments.get(item.id) ?? '') : undefined}
        onComment={comment}
      />
    );
  };

  const rows = { leftOut: isAwaited ? leftOut : undefined, onLeaveOut: leave, undoneBy, card };

  return (
    <Stack>
      <Head proposal={proposal} undone={undone.data} />
      {undone.error && <Failure error={undone.error} retry={undone.refetch} />}
      {overtaken && <Alert color="yellow">{texts.proposals.changedMeanwhile}</Alert>}
      {waiting && (
        <Alert color="blue" role="status">
          {texts.proposals.waitingForWorker}
        </Alert>
      )}
      {isAwaited && fresh.error && <Failure error={fresh.error} retry={fresh.refetch} />}
      {list.length === 0 && <Text c="dimmed">{texts.proposals.noItems}</Text>}
      <Summary
        items={list}
        review={review}
        onlyRisky={onlyRisky}
        onOnlyRisky={setOnlyRisky}
        onLeaveAll={isAwaited ? leaveAll : undefined}
      />
      <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {entriesOf(visible, stoppedAt?.id, proposal.token.kind === 'owner').map((entry) =>
          entry.kind === 'one' ? (
            card(entry.item)
          ) : entry.kind === 'calls' ? (
            <CallTable key={entry.command} calls={entry} rows={rows} />
          ) : (
            <LikeTable key={`${entry.command} ${entry.items[0]?.id}`} likes={entry} rows={rows} />
          ),
        )}
      </Stack>
      <Actions
        proposal={proposal}
        coming={comingOf(list.filter(({ id }) => !leftOut.has(id)))}
        review={fresh.isFetching ? null : review}
        stoppedAt={stoppedAt}
        choice={chosen}
        leftOut={leftOut}
        comments={commentsIn(comments)}
        busy={busy}
        decide={decide}
      />
    </Stack>
  );
}

/** The page goes to the item at which the proposal stands still, as soon as it does. */
function useMoveTo(itemId: string | undefined): void {
  useEffect(() => {
    const place = itemId === undefined ? null : document.getElementById(itemId);
    if (!place) return;
    place.scrollIntoView({ block: 'start' });
    place.focus({ preventScroll: true });
  }, [itemId]);
}
