import { Alert, Badge, Box, Button, Group, List, Paper, Radio, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core';
import { CheckIcon, ExclamationTriangleIcon, RocketIcon } from '@radix-ui/react-icons';
import type { Item, Preview, ProposalDetail } from '../api/types';
import { Changes, changeKey, commandName, fieldName, valueText } from '../parts/changes';
import { Ago } from '../parts/time';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

/** What the owner chose for the item at which a proposal has stopped. */
export type Choice = 'accept' | 'skip' | 'retry';

const itemColors: Readonly<Record<Item['state'], string>> = {
  pending: 'gray',
  applied: 'teal',
  skipped: 'gray',
  stale: 'orange',
  refused: 'red',
};

interface ItemCardProps {
  readonly item: Item;
  /** Why the proposal stands still at this item. */
  readonly pause: ProposalDetail['pause'];
  readonly choice: Choice | null;
  readonly onChoose: (choice: Choice) => void;
  /** Left out where skipping is not possible now. */
  readonly onSkip?: (() => void) | undefined;
}

export function ItemCard({ item, pause, choice, onChoose, onSkip }: ItemCardProps) {
  const texts = useText();
  const { seq, command, state, irreversible, preview, currentPreview, acceptedHash, appliedAt } = item;
  const accepted = acceptedHash !== null && acceptedHash === currentPreview?.hash;
  return (
    <Paper
      withBorder
      p="md"
      component="li"
      id={item.id}
      className={pause ? 'attention' : ''}
      aria-label={`${seq}. ${commandName(command, texts)}`}
      {...(state === 'skipped' ? { opacity: 0.6 } : {})}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm" mb="xs">
        <Box miw={0}>
          <Text fw={600}>
            {seq}. {commandName(command, texts)}
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {command}
            {appliedAt && (
              <>
                {' · '}
                <Ago at={appliedAt} />
              </>
            )}
          </Text>
        </Box>
        <Group gap={6} justify="flex-end">
          {irreversible && (
            <Tooltip label={texts.proposals.irreversibleHint} events={{ hover: true, focus: true, touch: true }}>
              <Badge color="red" variant="outline" leftSection={<ExclamationTriangleIcon />}>
                {texts.proposals.irreversible}
              </Badge>
            </Tooltip>
          )}
          {accepted && state !== 'applied' && (
            <Badge color="teal" variant="light" leftSection={<CheckIcon />}>
              {texts.proposals.accepted}
            </Badge>
          )}
          <Badge color={itemColors[state]} variant="light">
            {texts.proposals.itemStates[state]}
          </Badge>
        </Group>
      </Group>
      {pause && <Stopped item={item} pause={pause} />}
      {currentPreview && state !== 'applied' && state !== 'skipped' ? (
        <SideBySide recorded={preview} current={currentPreview} />
      ) : (
        <Effect preview={state === 'applied' && currentPreview ? currentPreview : preview} />
      )}
      {pause ? (
        <Decision item={item} choice={choice} onChoose={onChoose} />
      ) : (
        onSkip && (
          <Group justify="flex-end" mt="xs">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onSkip}>
              {texts.proposals.skip}
            </Button>
          </Group>
        )
      )}
    </Paper>
  );
}

interface StoppedProps {
  readonly item: Item;
  readonly pause: NonNullable<ProposalDetail['pause']>;
}

function Stopped({ item: { problem, preview, currentPreview }, pause }: StoppedProps) {
  const texts = useText();
  const turkish = texts.language === 'tr';
  const said = (turkish ? problem?.message : problem?.title) as string | undefined;
  const errors = (problem?.errors ?? []) as readonly { pointer: string; message: string }[];
  return (
    <Alert color="orange" mb="sm" icon={<ExclamationTriangleIcon />} title={texts.proposals.pauseReasons[pause.reason]}>
      {currentPreview &&
        movedOn(preview, currentPreview, texts).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      {said && <Text size="sm">{said}</Text>}
      {errors.map(({ pointer, message }) => (
        <Text key={pointer} size="sm">
          {pointer} {message}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {pause.reason === 'refused' ? texts.proposals.refusedHint : texts.proposals.pausedHint}
      </Text>
    </Alert>
  );
}

const SENTENCES_MAX = 3;

/** What has moved on since, in words: what a field was, or what it would become. */
function movedOn(recorded: Preview, current: Preview, texts: Texts): string[] {
  const now = new Map(current.changes.map((change) => [changeKey(change), change]));
  const sentences = recorded.changes.flatMap((was) => {
    const is = now.get(changeKey(was));
    const field = fieldName(was.field, texts);
    const said = (value: unknown) => valueText(was.field, value, texts);
    if (!is) return [];
    if (said(is.before) !== said(was.before))
      return [texts.proposals.movedOn(field, said(was.before), said(is.before))];
    if (said(is.after) !== said(was.after))
      return [texts.proposals.wouldBecome(field, said(was.after), said(is.after))];
    return [];
  });
  return sentences.slice(0, SENTENCES_MAX);
}

function Decision({ item, choice, onChoose }: Pick<ItemCardProps, 'item' | 'choice' | 'onChoose'>) {
  const texts = useText();
  return (
    <Radio.Group
      mt="md"
      label={texts.proposals.decision}
      value={choice}
      onChange={(chosen) => onChoose(chosen as Choice)}
    >
      <Stack gap="xs" mt="xs">
        {item.currentPreview ? (
          <Radio value="accept" label={texts.proposals.decideAccept} />
        ) : (
          <Radio value="retry" label={texts.proposals.decideRetry} />
        )}
        <Radio value="skip" label={texts.proposals.decideSkip} />
      </Stack>
    </Radio.Group>
  );
}

/** What was proposed beside what it would do now; fields that differ are marked. */
function SideBySide({ recorded, current }: { readonly recorded: Preview; readonly current: Preview }) {
  const texts = useText();
  const marked = differing(recorded, current, (field, value) => valueText(field, value, texts));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {[
        { title: texts.proposals.atProposal, preview: recorded },
        { title: texts.proposals.now, preview: current },
      ].map(({ title, preview }) => (
        <Paper key={title} withBorder p="sm" component="section" aria-label={title}>
          <Text fw={600} size="sm" mb="xs">
            {title}
          </Text>
          <Effect preview={preview} marked={marked} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function differing(
  recorded: Preview,
  current: Preview,
  said: (field: string, value: unknown) => string,
): ReadonlySet<string> {
  const sides = [recorded, current].map(
    ({ changes }) =>
      new Map(
        changes.map((change) => [
          changeKey(change),
          `${said(change.field, change.before)} > ${said(change.field, change.after)}`,
        ]),
      ),
  ) as [Map<string, string>, Map<string, string>];
  const keys = new Set([...sides[0].keys(), ...sides[1].keys()]);
  return new Set([...keys].filter((key) => sides[0].get(key) !== sides[1].get(key)));
}

function Effect({ preview, marked }: { readonly preview: Preview; readonly marked?: ReadonlySet<string> }) {
  const texts = useText();
  const { changes, effects, bumpsGeneration } = preview;
  const more = [...effects.map(({ summary }) => summary), ...(bumpsGeneration ? [texts.proposals.bumps] : [])];
  return (
    <Stack gap="xs">
      <Changes changes={changes} marked={marked} result={preview.result} />
      {more.length > 0 && (
        <Group gap={6} align="flex-start" wrap="nowrap">
          <RocketIcon className="arrow" aria-hidden />
          <List size="xs" listStyleType="none" aria-label={texts.proposals.effects}>
            {more.map((summary) => (
              <List.Item key={summary} c="dimmed">
                {summary}
              </List.Item>
            ))}
          </List>
        </Group>
      )}
    </Stack>
  );
}
