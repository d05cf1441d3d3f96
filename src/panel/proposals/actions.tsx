import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import type { Item, ProposalDetail } from '../api/types';
import { useConfirm } from '../parts/confirm';
import { MeaningContext, useMeanings } from '../parts/meaning';
import { useText } from '../text/text';
import { type Choice, ChoiceText } from './choice';
import { type Decision, type ItemComment, REASON_LENGTH_MAX, type Resumption } from './decide';
import type { FreshItem, Review } from './fresh';
import { awaitsVerdict, mayBeApplied, worksOn } from './order';
import { ReasonDialog } from './reason-dialog';

interface ActionsProps {
  readonly proposal: ProposalDetail;
  readonly coming: Coming;
  /** The review that is shown, and approved; null while the server works it out. */
  readonly review: Review | null;
  readonly stoppedAt: Item | undefined;
  readonly choice: Choice | null;
  readonly leftOut: ReadonlySet<string>;
  /** Words of the owner on single items. */
  readonly comments?: readonly ItemComment[];
  readonly busy: boolean;
  readonly decide: (decision: Decision) => void;
}

/** The outcome of an approval, in numbers. */
export interface Coming {
  /** Items that may yet be applied, without those that would be left out. */
  readonly items: number;
  /** Items that would be left out, since they cannot be applied as they were shown. */
  readonly skips: number;
  /** Items among them that no command takes back. */
  readonly forever: number;
  /** Items among them at which it would pause. */
  readonly stops: number;
  /** Whether work of an item goes on. */
  readonly worksOn: boolean;
}

export function comingOf(list: readonly FreshItem[]): Coming {
  const waiting = list.filter(mayBeApplied);
  const coming = waiting.filter(({ wouldSkip }) => wouldSkip === null);
  return {
    items: coming.length,
    skips: waiting.length - coming.length,
    forever: coming.filter(({ irreversible }) => irreversible).length,
    stops: list.filter(({ wouldPause }) => wouldPause !== null).length,
    worksOn: list.some(worksOn),
  };
}

/** Shows the decisions that the state allows. */
export function Actions({
  proposal,
  coming,
  review,
  stoppedAt,
  choice,
  leftOut,
  comments = [],
  busy,
  decide,
}: ActionsProps) {
  const texts = useText();
  const confirm = useConfirm();
  const meanings = useMeanings();
  const [asking, setAsking] = useState<'reject' | 'changes' | null>(null);
  const { state, items, token } = proposal;
  const verdict = awaitsVerdict(proposal);
  const { forever, skips, stops } = coming;
  // More are skipped first, and the rest is approved then.
  const tooMany = leftOut.size > PROPOSAL_ITEMS_MAX;

  const approve = async () => {
    if (!review) return;
    const text = (
      <Stack gap="xs">
        <Text size="sm">{texts.proposals.approveText(coming.items)}</Text>
        {comments.length > 0 && <Text size="sm">{texts.proposals.commentsGo(comments.length)}</Text>}
        {skips > 0 && (
          <Text size="sm" fw={600} c="orange">
            {texts.proposals.approveSkips(skips)}
          </Text>
        )}
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
    if (!(await confirm({ title: texts.proposals.approveTitle, text, yes: texts.proposals.approve }))) return;
    const { hash } = review;
    decide(
      leftOut.size > 0
        ? { kind: 'approvePart', hash, leaveOut: [...leftOut], comments }
        : { kind: 'approve', hash, comments },
    );
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
    const itemIds = [...leftOut];
    if (await confirm({ title: skipSomeTitle(itemIds.length), text, yes, destructive: true }))
      decide({ kind: 'skipSome', itemIds, reason, comments });
  };
  /** Nothing of an act has happened before its approval, and nobody reads why its owner drops it. */
  const isDropped = token.kind === 'owner' && (state === 'open' || state === 'submitted');
  const withdraw = async () => {
    if (isDropped) return decide({ kind: 'withdraw' });
    const { withdrawTitle: title, withdrawText, withdrawWorksOn, withdraw: yes } = texts.proposals;
    const text = coming.worksOn ? `${withdrawText} ${withdrawWorksOn}` : withdrawText;
    if (await confirm({ title, text, yes, destructive: true })) decide({ kind: 'withdraw' });
  };
  const submit = async () => {
    const { submitTitle: title, submitText: text, submit: yes } = texts.proposals;
    if (await confirm({ title, text, yes })) decide({ kind: 'submit' });
  };

  const buttons = (
    <>
      {verdict && !isDropped && (
        <Button variant="light" color="red" disabled={busy} onClick={() => setAsking('reject')}>
          {texts.proposals.reject}
        </Button>
      )}
      {verdict && token.kind !== 'owner' && (
        <Button variant="default" disabled={busy} onClick={() => setAsking('changes')}>
          {texts.proposals.askChanges(comments.length)}
        </Button>
      )}
      {(isDropped || state === 'open' || state === 'applying' || state === 'paused') && (
        <Button variant="light" color="red" disabled={busy} onClick={() => void withdraw()}>
          {isDropped ? texts.proposals.drop : texts.proposals.withdraw}
        </Button>
      )}
      {state === 'open' && !verdict && token.kind !== 'owner' && items.total > 0 && (
        <Button variant="default" loading={busy} onClick={() => void submit()}>
          {texts.proposals.submit}
        </Button>
      )}
      {verdict && leftOut.size > 0 && (
        <Button variant="default" loading={busy} onClick={() => void skipSome()}>
          {texts.proposals.skipSome(leftOut.size)}
        </Button>
      )}
      {verdict && (
        <Button loading={busy} disabled={coming.items === 0 || !review || tooMany} onClick={() => void approve()}>
          {texts.proposals.approveCount(coming.items, items.skipped, leftOut.size)}
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
      {asking === 'reject' && (
        <ReasonDialog
          title={texts.proposals.rejectTitle}
          text={
            comments.length > 0
              ? `${texts.proposals.rejectText} ${texts.proposals.commentsGo(comments.length)}`
              : texts.proposals.rejectText
          }
          label={texts.proposals.rejectReason}
          yes={texts.proposals.reject}
          color="red"
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            setAsking(null);
            decide({ kind: 'reject', reason, comments });
          }}
        />
      )}
      {asking === 'changes' && (
        <ReasonDialog
          title={texts.proposals.changesTitle}
          text={texts.proposals.changesText(comments.length)}
          label={texts.proposals.changesReason}
          yes={texts.proposals.changesSend}
          color="blue"
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            setAsking(null);
            decide({ kind: 'askForChanges', reason, comments });
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
