import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type QuestionsPage as Answered, type Question, useQuestions } from '../../api/questions';
import { AnswersButton } from '../../bulk/answers';
import { SelectionFrame } from '../../bulk/bar';
import { Selecting, SelectOne, useSelection } from '../../bulk/selection';
import { Visible } from '../../parts/quoted';
import { Empty, Pages } from '../../parts/states';
import { Ago } from '../../parts/time';
import { useText } from '../../text/text';
import { AnswerForm } from './answer';
import { Deadline, StateChoice } from './by-deadline';
import type { OfChannel } from './page';

const WAITING = 'waiting';

/** The beginning of a question by which its check box is named. */
const TITLE_LENGTH = 60;

/** Questions of buyers at a marketplace, those first whose time ends first, each with a box for the answer. */
export function QuestionsPage({ channel: { key } }: OfChannel) {
  const texts = useText();
  const { questions: words } = texts.channel;
  const [state, setState] = useState(WAITING);
  const query = useQuestions(key, state);
  const selection = useSelection(`${key} ${state}`);
  const waiting =
    query.data?.pages.flatMap(({ items }) => items).filter((question) => question.state === WAITING) ?? [];
  const selected = waiting.map(({ questionId }) => questionId).filter((id) => selection.ids.has(id));
  const asOf = (query.data?.pages[0] as Answered | undefined)?.asOf;
  return (
    <Stack>
      <StateChoice
        words={words}
        state={state}
        onChange={setState}
        choices={[
          { value: WAITING, label: words.waiting },
          { value: 'in_review', label: words.inReview },
          { value: 'all', label: words.all },
        ]}
        asOf={asOf}
      />
      <Pages
        query={query}
        ahead={{ wide: 150, narrow: 220, rows: 4, form: 'cards' }}
        empty={<Empty title={words.empty} hint={words.emptyHint} />}
      >
        {(found) => (
          <Selecting of={selection}>
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {found.map((question) => (
                <OneQuestion key={question.questionId} channel={key} question={question} />
              ))}
            </Stack>
          </Selecting>
        )}
      </Pages>
      {selected.length > 0 && (
        <SelectionFrame selected={selected.length} onClear={() => selection.select(selected, false)}>
          <AnswersButton channel={key} ids={selected} />
        </SelectionFrame>
      )}
    </Stack>
  );
}

const stateColors: Readonly<Partial<Record<Question['state'], string>>> = {
  waiting: 'orange',
  answered: 'teal',
  refused: 'red',
  reported: 'red',
  expired: 'red',
};

interface OneQuestionProps {
  readonly channel: string;
  readonly question: Question;
}

function OneQuestion({ channel, question }: OneQuestionProps) {
  const { questions: words } = useText().channel;
  const { questionId, state, stateWord, text, askedAt, answerUntil, buyerName, productTitle, reason } = question;
  return (
    <Paper withBorder p="md" component="li" aria-label={questionId}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          {state === WAITING && <SelectOne id={questionId} title={text.slice(0, TITLE_LENGTH)} />}
          {productTitle !== null && (
            <Text size="sm" fw={600} component="span">
              <Visible text={productTitle} />
            </Text>
          )}
          <Badge variant="light" color={stateColors[state] ?? 'gray'}>
            {state === 'unknown' ? stateWord : words.states[state]}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed" component="div">
          {buyerName !== null && (
            <>
              <Visible text={buyerName} /> ·{' '}
            </>
          )}
          <Ago at={askedAt} />
        </Text>
      </Group>
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Visible text={text} />
      </Text>
      {state === WAITING && <Deadline words={words} at={answerUntil} mt="xs" />}
      <Outcome of={question} />
      {reason !== null && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.reason}: <Visible text={reason} />
        </Text>
      )}
      {state === WAITING && <AnswerForm channel={channel} questionId={questionId} />}
    </Paper>
  );
}

/** The answers that were given: the one that stands there, and one that the marketplace has refused. */
function Outcome({ of: { answer, refusedAnswer } }: { readonly of: Question }) {
  const { questions: words } = useText().channel;
  return (
    <>
      {refusedAnswer !== null && (
        <GivenAnswer title={words.refusedAnswer} at={refusedAnswer.refusedAt} color="red" text={refusedAnswer.text}>
          {refusedAnswer.reason !== null && (
            <Text size="sm" c="red">
              {words.reason}: <Visible text={refusedAnswer.reason} />
            </Text>
          )}
        </GivenAnswer>
      )}
      {answer !== null && <GivenAnswer title={words.answer} at={answer.answeredAt} text={answer.text} />}
    </>
  );
}

interface GivenAnswerProps {
  readonly title: string;
  readonly at: string | null;
  readonly text: string;
  readonly color?: string;
  readonly children?: React.ReactNode;
}

function GivenAnswer({ title, at, text, color = 'dimmed', children }: GivenAnswerProps) {
  return (
    <div className="boxed" style={{ marginTop: 8 }}>
      <Text size="xs" c={color} component="div">
        {title}
        {at !== null && (
          <>
            {' · '}
            <Ago at={at} />
          </>
        )}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Visible text={text} />
      </Text>
      {children}
    </div>
  );
}
