import { Alert, Text } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import type { Problem } from '../api/problem';
import type { FieldChange, FreshChange, FreshPreview, Item, Preview, ProposalDetail } from '../api/types';
import { changeKey } from '../parts/changes';
import { useMeanings, useWord } from '../parts/meaning';
import { faultSaid } from '../parts/problem-words';
import { Visible } from '../parts/quoted';
import { useSaid } from '../parts/said';
import { FieldName, isPlain, Plain } from '../parts/value';
import { filled, useText } from '../text/text';
import { type FreshItem, isAsRecorded } from './fresh';
import { worksOn } from './order';

interface StoppedProps {
  readonly item: FreshItem;
  readonly reason: Pause['reason'];
  readonly hint: ReturnType<typeof hintOf> | 'wouldPauseHint' | 'wouldSkipHint';
}

type Pause = NonNullable<ProposalDetail['pause']>;

/** Shows why the application stands still at an item, or would. */
export function Stopped({ item, reason, hint }: StoppedProps) {
  const { problem, preview, currentPreview, buildsOn } = item;
  const texts = useText();
  const why = useWord('proposal', 'pause', 'reason');
  // As the API answers it: only its record is typed loosely.
  const saidBy = useSaid();
  const said = problem && saidBy(problem as unknown as Problem);
  const created = (problem?.created ?? []) as readonly { id: string; item: number; title: string | null }[];
  const errors = (problem?.errors ?? []) as readonly { pointer: string; message: string }[];
  return (
    <Alert color="orange" mb="sm" icon={<ExclamationTriangleIcon />} title={why(reason)}>
      {currentPreview &&
        movedOn(preview, currentPreview).map((moved) => (
          <Text key={changeKey(moved.was)} size="sm" component="div">
            <Moved {...moved} />
          </Text>
        ))}
      {said && (
        <Text size="sm">
          <Visible text={said.title} />
        </Text>
      )}
      {said?.detail && errors.length === 0 && (
        <Text size="sm" component="blockquote" m={0}>
          <Visible text={said.detail} />
        </Text>
      )}
      {created.map(({ id, item: seq, title }) => (
        <Text key={id} size="sm">
          <Visible text={texts.proposals.createdBy(seq, title ?? id)} />
        </Text>
      ))}
      {buildsOn.length > 0 && <Text size="sm">{texts.proposals.buildsOn(buildsOn.join(', '))}</Text>}
      {errors.map(({ pointer, message }) => (
        <Text key={pointer} size="sm">
          <Visible text={`${pointer} ${faultSaid(message, texts)}`} />
        </Text>
      ))}
      {said?.nextStep && <Text size="sm">{said.nextStep}</Text>}
      <Text size="sm" c="dimmed">
        {texts.proposals[hint]}
      </Text>
    </Alert>
  );
}

/** Chooses the text that tells the owner what may be done about a stopped item. */
export function hintOf(item: Item, { reason }: Pause): 'worksOnHint' | 'refusedHint' | 'pausedHint' {
  if (worksOn(item)) return 'worksOnHint';
  return reason === 'refused' || reason === 'failed' ? 'refusedHint' : 'pausedHint';
}

const SENTENCES_MAX = 3;

interface MovedOn {
  readonly was: FieldChange;
  readonly is: FreshChange;
}

/** Lists the fields that have moved on since: they were, or would become, something else. */
const movedOn = (recorded: Preview, current: FreshPreview): MovedOn[] => {
  const now = new Map(current.changes.map((change) => [changeKey(change), change]));
  return recorded.changes
    .flatMap((was) => {
      const is = now.get(changeKey(was));
      return is && !isAsRecorded(was, is) ? [{ was, is }] : [];
    })
    .slice(0, SENTENCES_MAX);
};

/** Tells it in words; values with parts stand side by side below. */
function Moved({ was, is }: MovedOn) {
  const texts = useText();
  const side = JSON.stringify(was.before) === JSON.stringify(is.before) ? 'after' : 'before';
  const place = useMeanings().meanings(was.entity, was.field);
  const field = <FieldName field={was.field} place={place} />;
  if (is.cut || !isPlain(was[side]) || !isPlain(is[side])) return filled(texts.proposals.movedOnInside, { field });
  return filled(side === 'before' ? texts.proposals.movedOn : texts.proposals.wouldBecome, {
    field,
    was: <Plain place={place} value={was[side]} other={is[side]} tone="before" />,
    is: <Plain place={place} value={is[side]} other={was[side]} tone="after" />,
  });
}
