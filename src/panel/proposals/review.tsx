import {
  Alert,
  Anchor,
  Button,
  Code,
  Group,
  Modal,
  Paper,
  Progress,
  Stack,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { ArrowLeftIcon, ResetIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { rowsOfProposal } from '../../undo/plan';
import { useProposal } from '../api/queries';
import type { Item, ProposalDetail } from '../api/types';
import { UndoDialog } from '../audit/undo';
import { useUndone } from '../audit/undone';
import { useConfirm } from '../parts/confirm';
import { Quoted } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { Ago } from '../parts/time';
import { usePageTitle } from '../parts/title';
import { Titles } from '../parts/titles';
import { filled, useText } from '../text/text';
import { type Decision, type Resumption, useDecision } from './decide';
import { StateBadge, shareDone } from './inbox';
import { type Choice, ItemCard } from './item';
import { awaitsVerdict, mayBeApplied, stateColors, worksOn } from './order';

export function Review({ id }: { readonly id: string }) {
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
  const { state, list, pause } = proposal;
  const stoppedAt = pause ? list.find((item) => item.id === pause.itemId) : undefined;
  // A choice holds for what was shown when it was made: another preview needs another choice.
  const shown = stoppedAt ? `${stoppedAt.id} ${stoppedAt.currentPreview?.hash ?? ''}` : '';
  const chosen = choice?.hash === shown ? choice.choice : null;
  const canSkip = (item: Item) => item.state === 'pending' && state === 'paused';

  const skip = async (item: Item) => {
    const yes = await confirm({
      title: texts.proposals.skipTitle,
      text: texts.proposals.skipText,
      yes: texts.proposals.skip,
      destructive: true,
    });
    if (yes) decide({ kind: 'skip', itemId: item.id });
  };

  return (
    <Stack>
      <Head proposal={proposal} undone={undone.data?.size ?? 0} />
      {undone.error && <Failure error={undone.error} retry={undone.refetch} />}
      {overtaken && <Alert color="yellow">{texts.proposals.changedMeanwhile}</Alert>}
      {waiting && (
        <Alert color="blue" role="status">
          {texts.proposals.waitingForWorker}
        </Alert>
      )}
      {list.length === 0 && <Text c="dimmed">{texts.proposals.noItems}</Text>}
      <Stack component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {list.map((item) => (
          <ItemCard
            key={item.id}
            item={item}
            pause={item.id === stoppedAt?.id ? pause : null}
            choice={chosen}
            onChoose={(next) => setChoice({ hash: shown, choice: next })}
            undoneBy={item.auditId === null ? undefined : undone.data?.get(item.auditId)}
            onSkip={canSkip(item) ? () => void skip(item) : undefined}
          />
        ))}
      </Stack>
      <Actions proposal={proposal} stoppedAt={stoppedAt} choice={chosen} busy={busy} decide={decide} />
    </Stack>
  );
}

interface HeadProps {
  readonly proposal: ProposalDetail;
  /** Applied items that were taken back since. */
  readonly undone: number;
}

function Head({ proposal, undone }: HeadProps) {
  const texts = useText();
  const { state, note, token, items, reason, createdAt, submittedAt, decidedAt, finishedAt, pause } = proposal;
  const times = [
    [texts.proposals.created, createdAt],
    [texts.proposals.submitted, submittedAt],
    [texts.proposals.decided, decidedAt],
    [texts.proposals.finished, finishedAt],
  ] as const;
  const begun = state === 'applying' || state === 'paused' || state === 'applied' || items.leftRunning > 0;
  const undoable = items.applied > undone && state !== 'applying';
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
        <Code className="id">{proposal.id}</Code>
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
      {note && <Said label={texts.proposals.noteLabel} text={note} />}
      {reason && <Said label={texts.proposals.reasonLabel} text={reason} />}
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

interface SaidProps {
  readonly label: string;
  readonly text: string;
}

/** Words of somebody else, framed with who says them: what they look like, they are not part of the page. */
const Said = ({ label, text }: SaidProps) => (
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
  readonly stoppedAt: Item | undefined;
  readonly choice: Choice | null;
  readonly busy: boolean;
  readonly decide: (decision: Decision) => void;
}

/** What can be decided in this state; nothing else is offered. */
function Actions({ proposal, stoppedAt, choice, busy, decide }: ActionsProps) {
  const texts = useText();
  const confirm = useConfirm();
  const [rejecting, setRejecting] = useState(false);
  const { state, list, hash } = proposal;
  const verdict = awaitsVerdict(proposal);
  const coming = list.filter(mayBeApplied);
  const forever = coming.filter(({ irreversible }) => irreversible).length;

  const approve = async () => {
    const text = (
      <Stack gap="xs">
        <Text size="sm">{texts.proposals.approveText(coming.length)}</Text>
        {forever > 0 && (
          <Text size="sm" fw={600} c="red">
            {texts.proposals.approveIrreversible(forever)}
          </Text>
        )}
      </Stack>
    );
    if (await confirm({ title: texts.proposals.approveTitle, text, yes: texts.proposals.approve }))
      decide({ kind: 'approve', hash });
  };
  const resume = async () => {
    const words = {
      accept: texts.proposals.decideAccept,
      skip: texts.proposals.decideSkip,
      retry: texts.proposals.decideRetry,
    };
    const text = stoppedAt && choice ? `${stoppedAt.seq}. ${words[choice]}.` : '';
    if (await confirm({ title: texts.proposals.resumeTitle, text, yes: texts.proposals.resume }))
      decide({ kind: 'resume', body: resumption(stoppedAt, choice) });
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
      {verdict && (
        <Button loading={busy} disabled={coming.length === 0} onClick={() => void approve()}>
          {texts.proposals.approve}
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
      <RejectDialog
        opened={rejecting}
        onClose={() => setRejecting(false)}
        onReject={(reason) => {
          setRejecting(false);
          decide({ kind: 'reject', reason });
        }}
      />
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
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onReject: (reason: string) => void;
}

function RejectDialog({ opened, onClose, onReject }: RejectDialogProps) {
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
    <Modal opened={opened} onClose={onClose} title={texts.proposals.rejectTitle} centered>
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
    </Modal>
  );
}
