import { Alert, Anchor, Button, Group, Paper, Progress, Stack, Text, Textarea, Title } from '@mantine/core';
import { ArrowLeftIcon, ResetIcon } from '@radix-ui/react-icons';
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { rowsOfProposal } from '../../undo/plan';
import { useProposal, useReview } from '../api/queries';
import type { Item, ProposalDetail } from '../api/types';
import { UndoDialog } from '../audit/undo';
import { useUndone } from '../audit/undone';
import { useConfirm } from '../parts/confirm';
import { Dialog } from '../parts/dialog';
import { Identifier } from '../parts/identifier';
import { MeaningContext, useMeanings } from '../parts/meaning';
import { Quoted } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { Ago } from '../parts/time';
import { usePageTitle } from '../parts/title';
import { Titles } from '../parts/titles';
import { filled, useText } from '../text/text';
import { type Decision, type Resumption, useDecision } from './decide';
import { type FreshItem, freshItems, type Review, risksOf } from './fresh';
import { StateBadge, shareDone } from './inbox';
import { type Choice, ChoiceText, ItemCard } from './item';
import { LikeTable } from './like-table';
import { entriesOf } from './likes';
import { awaitsVerdict, mayBeApplied, mayBeUndone, stateColors, worksOn } from './order';
import { Summary } from './summary';

export function ReviewPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data, error, isPending, refetch } = useProposal(id);
  usePageTitle(`${texts.proposals.one} ${id}`);
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
          <Proposal proposal={data} />
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
  const { leftOut, leave } = useLeftOut(list);
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
      />
    );
  };

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
      <Summary items={list} review={review} onlyRisky={onlyRisky} onOnlyRisky={setOnlyRisky} />
      <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {entriesOf(visible, stoppedAt?.id).map((entry) =>
          entry.kind === 'one' ? (
            card(entry.item)
          ) : (
            <LikeTable
              key={`${entry.command} ${entry.items[0]?.id}`}
              likes={entry}
              leftOut={isAwaited ? leftOut : undefined}
              onLeaveOut={leave}
              undoneBy={undoneBy}
              card={card}
            />
          ),
        )}
      </Stack>
      <Actions
        proposal={proposal}
        list={list}
        review={fresh.isFetching ? null : review}
        stoppedAt={stoppedAt}
        choice={chosen}
        leftOut={leftOut}
        busy={busy}
        decide={decide}
      />
    </Stack>
  );
}

/** Keeps the items that the owner has left out and not skipped yet. */
function useLeftOut(list: readonly Item[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const leave = useCallback((itemId: string, out: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      if (out) after.add(itemId);
      else after.delete(itemId);
      return after;
    });
  }, []);
  const leftOut = useMemo(
    () => new Set(list.filter(({ id, state }) => state === 'pending' && chosen.has(id)).map(({ id }) => id)),
    [list, chosen],
  );
  return { leftOut, leave };
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

interface HeadProps {
  readonly proposal: ProposalDetail;
  /** The undoing of applied items: audit rows by those of the items. */
  readonly undone: ReadonlyMap<string, string> | undefined;
}

function Head({ proposal, undone: undoneBy = NOTHING }: HeadProps) {
  const texts = useText();
  const undone = undoneBy.size;
  const { state, note, token, items, reason, createdAt, submittedAt, decidedAt, finishedAt, pause } = proposal;
  const times = [
    [texts.proposals.created, createdAt],
    [texts.proposals.submitted, submittedAt],
    [texts.proposals.decided, decidedAt],
    [texts.proposals.finished, finishedAt],
  ] as const;
  const begun = state === 'applying' || state === 'paused' || state === 'applied' || items.leftRunning > 0;
  const undoable = state !== 'applying' && proposal.list.some((item) => mayBeUndone(item, undoneBy));
  const [undoing, setUndoing] = useState(false);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={1} size="h3">
          {texts.proposals.one} · {texts.common.itemsOf(items.total)}
        </Title>
        <StateBadge state={state} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {filled(texts.proposals.by, { label: <Quoted text={token.label} short /> })} ·{' '}
        <Identifier id={proposal.id} of={texts.proposals.one} />
        {times.map(
          ([label, at]) =>
            at && (
              <span key={label}>
                {' · '}
                {label} <Ago at={at} />
              </span>
            ),
        )}
      </Text>
      {note && <Quotation label={texts.proposals.noteLabel} text={note} />}
      {reason && <Quotation label={texts.proposals.reasonLabel} text={reason} />}
      {state === 'open' && (
        <Alert color="gray">{token.usable ? texts.proposals.openHint : texts.proposals.orphanHint}</Alert>
      )}
      {begun && (
        <div role="status" aria-live="polite">
          <Group justify="space-between" mb={4}>
            <Text size="sm">
              {texts.proposals.progress(items.applied, items.total)}
              {items.skipped > 0 && `, ${texts.proposals.skipped(items.skipped)}`}
              {items.leftRunning > 0 && `, ${texts.proposals.leftRunning(items.leftRunning)}`}
              {undone > 0 && `, ${texts.proposals.undone(undone)}`}
            </Text>
            {pause && (
              <Anchor size="sm" fw={600} href={`#${pause.itemId}`} title={texts.proposals.showPaused}>
                {texts.proposals.pausedAt(pause.seq, items.total)}
              </Anchor>
            )}
          </Group>
          <Progress
            value={shareDone(proposal)}
            color={stateColors[state]}
            animated={state === 'applying'}
            aria-label={texts.proposals.progress(items.applied, items.total)}
          />
        </div>
      )}
      {undoable && (
        <Group justify="flex-end">
          <Button size="compact-sm" variant="subtle" leftSection={<ResetIcon />} onClick={() => setUndoing(true)}>
            {texts.proposals.undo}
          </Button>
        </Group>
      )}
      {undoing && (
        <UndoDialog collect={(door) => rowsOfProposal(door, proposal.id)} onClose={() => setUndoing(false)} />
      )}
    </Stack>
  );
}

const NOTHING: ReadonlyMap<string, string> = new Map();

interface SaidProps {
  readonly label: string;
  readonly text: string;
}

/** Words of somebody else, framed with who says them: what they look like, they are not part of the page. */
const Quotation = ({ label, text }: SaidProps) => (
  <Paper withBorder p="sm" component="figure" className="said" aria-label={label}>
    <Text size="xs" c="dimmed" component="figcaption">
      {label}
    </Text>
    <Text size="sm" component="blockquote">
      <Quoted text={text} />
    </Text>
  </Paper>
);

interface ActionsProps {
  readonly proposal: ProposalDetail;
  readonly list: readonly FreshItem[];
  /** The review that is shown, and approved; null while the server works it out. */
  readonly review: Review | null;
  readonly stoppedAt: Item | undefined;
  readonly choice: Choice | null;
  readonly leftOut: ReadonlySet<string>;
  readonly busy: boolean;
  readonly decide: (decision: Decision) => void;
}

/** Shows the decisions that the state allows. */
function Actions({ proposal, list, review, stoppedAt, choice, leftOut, busy, decide }: ActionsProps) {
  const texts = useText();
  const confirm = useConfirm();
  const meanings = useMeanings();
  const [rejecting, setRejecting] = useState(false);
  const { state, items } = proposal;
  const verdict = awaitsVerdict(proposal);
  const coming = list.filter(mayBeApplied);
  const forever = coming.filter(({ irreversible }) => irreversible).length;

  const stops = list.filter(({ wouldPause }) => wouldPause !== null).length;

  const approve = async () => {
    if (!review) return;
    const text = (
      <Stack gap="xs">
        <Text size="sm">{texts.proposals.approveText(coming.length)}</Text>
        {stops > 0 && (
          <Text size="sm" fw={600} c="orange">
            {texts.proposals.approveStops(stops)}
          </Text>
        )}
        {forever > 0 && (
          <Text size="sm" fw={600} c="red">
            {texts.proposals.approveIrreversible(forever)}
          </Text>
        )}
      </Stack>
    );
    if (await confirm({ title: texts.proposals.approveTitle, text, yes: texts.proposals.approve }))
      decide({ kind: 'approve', hash: review.hash });
  };
  const resume = async () => {
    const text =
      stoppedAt && choice ? (
        <Text size="sm" component="div">
          <MeaningContext value={meanings}>
            {stoppedAt.seq}. <ChoiceText item={stoppedAt} choice={choice} />
          </MeaningContext>
        </Text>
      ) : (
        ''
      );
    if (await confirm({ title: texts.proposals.resumeTitle, text, yes: texts.proposals.resume }))
      decide({ kind: 'resume', body: resumption(stoppedAt, choice) });
  };
  const skipSome = async () => {
    const { skipSomeTitle, skipSomeText, skipReason, skip: yes } = texts.proposals;
    let reason = '';
    const text = (
      <Stack gap="xs">
        <Text size="sm">{skipSomeText}</Text>
        <Textarea
          label={skipReason}
          autosize
          maxLength={REASON_LENGTH_MAX}
          onChange={({ currentTarget }) => {
            reason = currentTarget.value.trim();
          }}
        />
      </Stack>
    );
    const itemIds = list.filter(({ id }) => leftOut.has(id)).map(({ id }) => id);
    if (await confirm({ title: skipSomeTitle(itemIds.length), text, yes, destructive: true }))
      decide({ kind: 'skipSome', itemIds, reason });
  };
  const withdraw = async () => {
    const { withdrawTitle: title, withdrawText, withdrawWorksOn, withdraw: yes } = texts.proposals;
    const text = list.some(worksOn) ? `${withdrawText} ${withdrawWorksOn}` : withdrawText;
    if (await confirm({ title, text, yes, destructive: true })) decide({ kind: 'withdraw' });
  };
  const submit = async () => {
    const { submitTitle: title, submitText: text, submit: yes } = texts.proposals;
    if (await confirm({ title, text, yes })) decide({ kind: 'submit' });
  };

  const buttons = (
    <>
      {verdict && (
        <Button variant="light" color="red" disabled={busy} onClick={() => setRejecting(true)}>
          {texts.proposals.reject}
        </Button>
      )}
      {(state === 'open' || state === 'applying' || state === 'paused') && (
        <Button variant="light" color="red" disabled={busy} onClick={() => void withdraw()}>
          {texts.proposals.withdraw}
        </Button>
      )}
      {state === 'open' && !verdict && list.length > 0 && (
        <Button variant="default" loading={busy} onClick={() => void submit()}>
          {texts.proposals.submit}
        </Button>
      )}
      {verdict && leftOut.size > 0 && (
        <Button loading={busy} color="orange" onClick={() => void skipSome()}>
          {texts.proposals.skipSome(leftOut.size)}
        </Button>
      )}
      {verdict && leftOut.size === 0 && (
        <Button loading={busy} disabled={coming.length === 0 || !review} onClick={() => void approve()}>
          {texts.proposals.approveCount(coming.length, items.skipped)}
        </Button>
      )}
      {state === 'paused' && (
        <Button loading={busy} disabled={choice === null} onClick={() => void resume()}>
          {texts.proposals.resume}
        </Button>
      )}
    </>
  );
  const decidable = state === 'open' || state === 'submitted' || state === 'applying' || state === 'paused';
  return (
    <>
      {decidable && (
        <Paper withBorder shadow="sm" p="sm" className="action-bar">
          <Group justify="flex-end" gap="xs">
            {buttons}
          </Group>
        </Paper>
      )}
      {rejecting && (
        <RejectDialog
          onClose={() => setRejecting(false)}
          onReject={(reason) => {
            setRejecting(false);
            decide({ kind: 'reject', reason });
          }}
        />
      )}
    </>
  );
}

/** Acceptance names the preview that the owner saw: accepting one thing never applies another. */
function resumption(item: Item | undefined, choice: Choice | null): Resumption {
  if (!item || choice === null || choice === 'retry') return {};
  if (choice === 'skip') return { skip: [item.id] };
  return { accept: [{ itemId: item.id, hash: (item.currentPreview ?? item.preview).hash }] };
}

const REASON_LENGTH_MAX = 500;

interface RejectDialogProps {
  readonly onClose: () => void;
  readonly onReject: (reason: string) => void;
}

function RejectDialog({ onClose, onReject }: RejectDialogProps) {
  const texts = useText();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const missing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!missing) onReject(reason.trim());
  };
  return (
    <Dialog onClose={onClose} title={texts.proposals.rejectTitle} closeOnClickOutside={missing}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.proposals.rejectText}</Text>
          <Textarea
            label={texts.proposals.rejectReason}
            data-autofocus
            autosize
            minRows={2}
            maxLength={REASON_LENGTH_MAX}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={asked && missing ? texts.proposals.rejectReasonNeeded : null}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" color="red">
              {texts.proposals.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
