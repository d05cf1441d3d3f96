import { Alert, Checkbox, List, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Visible } from '../parts/quoted';
import { count } from '../text/format';
import { useText } from '../text/text';
import { type NumbersRead, type TrackedOrder, trackingNumbersIn } from './tracking-numbers';

/** Lines of which a message tells each. */
const TOLD_MAX = 20;

interface NumbersWords {
  readonly numbers: string;
  readonly numbersHint: string;
  twice(number: string): string;
  tooMany(line: string): string;
}

interface Numbers {
  /** null: something is to be mended or confirmed first. */
  readonly given: readonly TrackedOrder[] | null;
  readonly input: ReactNode;
}

/** Asks for a list of numbers of things, e.g. of orders. It says which gets which, and asks about lines that it cannot read. */
export function useNumbers(
  things: readonly { readonly id: string; readonly number: string }[],
  words: NumbersWords,
  focus: { readonly 'data-autofocus'?: true } = {},
): Numbers {
  const [typed, setTyped] = useState('');
  const [isWithoutUnread, setWithoutUnread] = useState(false);
  const [isRepeatMeant, setRepeatMeant] = useState(false);
  const read = trackingNumbersIn(typed, things);
  const fault = 'fault' in read ? (read.fault === 'twice' ? words.twice(read.text) : words.tooMany(read.text)) : null;
  const isConfirmed =
    !('fault' in read) &&
    (read.unread.length === 0 || isWithoutUnread) &&
    (read.repeated.length === 0 || isRepeatMeant);
  return {
    given: isConfirmed ? read.given : null,
    input: (
      <>
        <Textarea
          {...focus}
          label={words.numbers}
          description={words.numbersHint}
          autosize
          minRows={3}
          maxRows={12}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWithoutUnread(false);
            setRepeatMeant(false);
          }}
          error={fault}
        />
        {!('fault' in read) && (
          <>
            <Mode read={read} numberOf={new Map(things.map(({ id, number }) => [id, number]))} />
            <Doubt of={read.unread} kind="unread" isChecked={isWithoutUnread} onCheck={setWithoutUnread} />
            <Doubt of={read.repeated} kind="repeated" isChecked={isRepeatMeant} onCheck={setRepeatMeant} />
          </>
        )}
      </>
    ),
  };
}

/** Says how the lines are read, by the first and the last of them. */
function Mode({ read, numberOf }: { readonly read: NumbersRead; readonly numberOf: ReadonlyMap<string, string> }) {
  const { numbers: words } = useText().bulk;
  const { mode, given } = read;
  const shown = given.length > 2 ? [given[0], given.at(-1)] : given;
  if (given.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" component="div">
      {words.modes[mode]}
      {shown.map(
        (each) =>
          each && (
            <div key={each.orderId}>
              <Visible text={`${numberOf.get(each.orderId)} → ${each.trackingNumber}`} />
            </div>
          ),
      )}
    </Text>
  );
}

interface DoubtProps {
  readonly of: readonly string[];
  readonly kind: 'unread' | 'repeated';
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

/** Names what may be a mistake. Nothing goes on before its reader mends it or says that it is meant. */
function Doubt({ of, kind, isChecked, onCheck }: DoubtProps) {
  const texts = useText();
  const words = texts.bulk.numbers[kind];
  if (of.length === 0) return null;
  return (
    <Alert color="orange" role="alert" title={words.title(count(of.length, texts))}>
      <List size="sm" mb="xs">
        {of.slice(0, TOLD_MAX).map((text, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may stand there twice
          <List.Item key={nth}>
            <Visible text={text} />
          </List.Item>
        ))}
        {of.length > TOLD_MAX && <List.Item>…</List.Item>}
      </List>
      <Checkbox
        label={words.confirm}
        checked={isChecked}
        onChange={({ currentTarget }) => onCheck(currentTarget.checked)}
      />
    </Alert>
  );
}
