import { Badge, Box, Button, Checkbox, Group, Paper, Text, Textarea } from '@mantine/core';
import { CheckIcon } from '@radix-ui/react-icons';
import { memo, useState } from 'react';
import type { Item, ProposalDetail } from '../api/types';
import { UndoneLink } from '../audit/undone';
import { Identifier } from '../parts/identifier';
import { Quoted } from '../parts/quoted';
import { Ago } from '../parts/time';
import { useText } from '../text/text';
import { type Choice, Choices } from './choice';
import { REASON_LENGTH_MAX } from './decide';
import { Designs } from './designs';
import { EffectBeside, SideBySide } from './effect';
import { type FreshItem, risksOf } from './fresh';
import { useItemName } from './item-name';
import { ItemState } from './item-state';
import { mayBeApplied } from './order';
import { Refused, RefusedThings } from './refused';
import { AlikeTitles, RiskBadges } from './risk-badges';
import { hintOf, Stopped } from './standstill';
import { ActsUpon, Files, Pictures, SaidBeside } from './subject';
import { Whole } from './whole';
import { WorkOf } from './work';

interface ItemCardProps {
  readonly proposalId: string;
  readonly item: FreshItem;
  /** Why the proposal stands still at this item. */
  readonly pause: ProposalDetail['pause'];
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  /** Left out where skipping is not possible now. */
  readonly onSkip?: ((item: Item) => void) | undefined;
  /** Whether the owner has left it out; undefined where that is not possible now. */
  readonly leftOut: boolean | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  /** The comment of the owner on it; undefined where nobody would read one. */
  readonly comment?: string | undefined;
  readonly onComment?: ((itemId: string, words: string) => void) | undefined;
  /** The audit row that took it back. */
  readonly undoneBy: string | undefined;
}

/** Drawn again only when it changes: there may be two hundred. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { proposalId, item, pause, choice, onChoose, onSkip, leftOut, onLeaveOut, undoneBy, comment, onComment } =
    props;
  const texts = useText();
  const name = useItemName(item);
  const { seq, state, wouldPause, wouldSkip, preview, currentPreview, acceptedHash, appliedAt } = item;
  const accepted = acceptedHash !== null && acceptedHash === currentPreview?.hash;
  return (
    <Paper
      withBorder
      p="md"
      component="li"
      id={item.id}
      className={pause ? 'attention' : ''}
      aria-label={`${seq}. ${name}`}
      // The focus moves to the stopped item, and a reader who does not see it is told.
      tabIndex={-1}
      {...(leftOut || state === 'skipped' || state === 'dropped' ? { opacity: 0.6 } : {})}
    >
      <Group justify="space-between" align="flex-start" gap="sm" mb="xs">
        <Box miw={0} flex="1 1 14rem">
          <Text fw={600}>
            {seq}. {name} <Identifier id={item.id} of={`${seq}. ${name}`} />
          </Text>
          {(appliedAt || undoneBy) && (
            <Text size="xs" c="dimmed" component="div">
              {appliedAt && <Ago at={appliedAt} />}
              {appliedAt && undoneBy && ' · '}
              {undoneBy && <UndoneLink auditId={undoneBy} />}
            </Text>
          )}
        </Box>
        <Group gap={6} justify="flex-end">
          <RiskBadges risks={risksOf(item)} />
          {accepted && state !== 'applied' && (
            <Badge color="teal" variant="light" leftSection={<CheckIcon />}>
              {texts.proposals.accepted}
            </Badge>
          )}
          <ItemState item={item} undone={undoneBy !== undefined} />
          {leftOut !== undefined && (
            <Checkbox
              size="sm"
              label={texts.proposals.apply}
              aria-label={texts.proposals.applyItem(seq)}
              checked={!leftOut}
              onChange={({ currentTarget }) => onLeaveOut(item.id, !currentTarget.checked)}
            />
          )}
        </Group>
      </Group>
      {pause && <Stopped item={item} reason={pause.reason} hint={hintOf(item, pause)} />}
      {!pause && wouldPause && <Stopped item={item} reason={wouldPause} hint="wouldPauseHint" />}
      {!pause && wouldSkip && <Stopped item={item} reason={wouldSkip} hint="wouldSkipHint" />}
      <RefusedThings item={item} />
      <Refused item={item} />
      {item.comment && (
        <Text size="sm" component="div">
          {texts.proposals.comment}: <Quoted text={item.comment} />
        </Text>
      )}
      <AlikeTitles risks={item.risks} />
      <ActsUpon upon={item.upon} />
      <Pictures pictures={item.pictures} />
      <Files files={item.files} />
      {currentPreview && mayBeApplied(item) ? (
        <Whole proposalId={proposalId} item={item} current={currentPreview}>
          {(current) => <SideBySide recorded={preview} current={current} />}
        </Whole>
      ) : (
        <EffectBeside item={item} preview={state === 'applied' && currentPreview ? currentPreview : preview} />
      )}
      <Designs design={item.design} />
      <SaidBeside item={item} />
      <WorkOf work={item.work} />
      {comment !== undefined && onComment && (
        <Comment seq={seq} comment={comment} onComment={(words) => onComment(item.id, words)} />
      )}
      {pause ? (
        <Choices item={item} choice={choice} onChoose={onChoose} />
      ) : (
        onSkip && (
          <Group justify="flex-end" mt="xs">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onSkip(item)}>
              {texts.proposals.skip}
            </Button>
          </Group>
        )
      )}
    </Paper>
  );
});

interface CommentProps {
  readonly seq: number;
  readonly comment: string;
  onComment(words: string): void;
}

/** A field for words on an item, behind a button: most items need none. */
function Comment({ seq, comment, onComment }: CommentProps) {
  const { commentOn } = useText().proposals;
  const [isOpen, setOpen] = useState(comment !== '');
  if (!isOpen)
    return (
      <Group justify="flex-end" mt="xs">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpen(true)}>
          {commentOn(seq)}
        </Button>
      </Group>
    );
  return (
    <Textarea
      mt="xs"
      label={commentOn(seq)}
      autosize
      autoFocus
      maxLength={REASON_LENGTH_MAX}
      value={comment}
      onChange={({ currentTarget }) => onComment(currentTarget.value)}
    />
  );
}
