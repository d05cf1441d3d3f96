import { Group, SegmentedControl, Text } from '@mantine/core';
import { Ago } from '../../parts/time';
import { dateTime } from '../../text/format';
import { useText } from '../../text/text';

interface StateChoiceProps {
  readonly words: { readonly which: string; readonly asOf: string };
  readonly state: string;
  readonly onChange: (state: string) => void;
  readonly choices: { value: string; label: string }[];
  readonly asOf: string | null | undefined;
}

/** The choice of the state of things that wait for an answer, and since when the marketplace was asked for them. */
export const StateChoice = ({ words, state, onChange, choices, asOf }: StateChoiceProps) => (
  <Group justify="space-between">
    <SegmentedControl aria-label={words.which} value={state} onChange={onChange} data={choices} />
    {asOf && (
      <Text size="xs" c="dimmed" component="div">
        {words.asOf}: <Ago at={asOf} />
      </Text>
    )}
  </Group>
);

interface DeadlineProps {
  readonly words: { readonly late: string; readonly until: string };
  readonly at: string | null;
  readonly mt?: string;
  readonly mb?: string;
}

/** The moment until which something is to be answered; null: it has none. */
export function Deadline({ words, at, ...margins }: DeadlineProps) {
  const texts = useText();
  if (at === null) return null;
  const isLate = Date.parse(at) < Date.now();
  return (
    <Text size="sm" {...margins} {...(isLate ? { c: 'red' } : {})}>
      {isLate ? words.late : `${words.until}: ${dateTime(at, texts)}`}
    </Text>
  );
}
