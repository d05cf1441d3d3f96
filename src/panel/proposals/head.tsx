import { Alert, Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import { ResetIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { rowsOfProposal } from '../../undo/plan';
import { isLarge } from '../api/queries';
import type { ProposalDetail } from '../api/types';
import { UndoDialog } from '../audit/undo';
import { Identifier } from '../parts/identifier';
import { Quoted } from '../parts/quoted';
import { Ago } from '../parts/time';
import { useIsManager, useReadsHistory } from '../session/session';
import { count } from '../text/format';
import { useText } from '../text/text';
import { Proposer, StateBadge, shareDone, useActName } from './inbox';
import { mayBeUndone, stateColors } from './order';
import { UndoAct } from './undo-act';

interface HeadProps {
  readonly proposal: ProposalDetail;
  /** The undoing of applied items: audit rows by those of the items. */
  readonly undone: ReadonlyMap<string, string> | undefined;
}

/** Shows whose proposal it is, how far it has come, and what is said of it. */
export function Head({ proposal, undone: undoneBy = NOTHING }: HeadProps) {
  const texts = useText();
  const undone = undoneBy.size;
  const { state, note, token, items, reason, createdAt, submittedAt, decidedAt, finishedAt, pause } = proposal;
  const times = [
    [texts.proposals.created, createdAt],
    [texts.proposals.submitted, submittedAt],
    [texts.proposals.decided, decidedAt],
    [texts.proposals.finished, finishedAt],
  ] as const;
  const isBulk = token.kind === 'owner';
  const begun = state === 'applying' || state === 'paused' || state === 'applied' || items.leftRunning > 0;
  const undoable =
    state !== 'applying' &&
    (isLarge(proposal) ? items.applied > 0 : proposal.list.some((item) => mayBeUndone(item, undoneBy)));
  const isManager = useIsManager();
  const readsHistory = useReadsHistory();
  const [undoing, setUndoing] = useState(false);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Title order={1} size="h3">
          {useActName()(proposal) ?? `${texts.proposals.one} · ${texts.common.itemsOf(items.total)}`}
        </Title>
        <StateBadge of={proposal} />
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <Proposer of={token} /> · <Identifier id={proposal.id} of={texts.proposals.one} />
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
        <Alert color="gray" role="status">
          {isBulk
            ? texts.bulk.recording(count(items.total, texts))
            : token.usable
              ? texts.proposals.openHint
              : texts.proposals.orphanHint}
        </Alert>
      )}
      {isBulk && state === 'submitted' && <Alert color="gray">{texts.bulk.leftOutHint}</Alert>}
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
      {undoable && isBulk && isManager && <UndoAct proposal={proposal} />}
      {undoable && !isBulk && readsHistory && (
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
