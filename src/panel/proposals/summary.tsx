import { Group, Paper, SegmentedControl, Text } from '@mantine/core';
import { groupedBy } from '../../kernel/grouped';
import { useCommandName } from '../parts/meaning';
import { percent } from '../text/format';
import { useText } from '../text/text';
import { type FreshItem, type Review, type Risk, risksOf } from './fresh';
import { useAmountLabel, useRiskWords } from './risk-badges';

interface SummaryProps {
  readonly items: readonly FreshItem[];
  /** Between which bounds amounts move; null: nobody decides on it any more. */
  readonly review: Review | null;
  readonly onlyRisky: boolean;
  readonly onOnlyRisky: (only: boolean) => void;
}

/** What the proposal comes to before anybody reads its items: how often it does what, between which bounds, and what needs a look. */
export function Summary({ items, review, onlyRisky, onOnlyRisky }: SummaryProps) {
  const texts = useText();
  const commandName = useCommandName();
  const riskWords = useRiskWords();
  const amountLabel = useAmountLabel();
  const coming = items.filter(({ state }) => state !== 'skipped' && state !== 'dropped');
  const risky = coming.filter((item) => risksOf(item).length > 0).length;
  if (coming.length < 2) return null;
  const kinds = [...groupedBy(coming, ({ command }) => command)].map(([command, alike]) => ({
    command,
    count: alike.length,
  }));
  const warnings = groupedBy(coming.flatMap(risksOf), (risk) =>
    risk.kind === 'amount' ? 'amount' : riskWords(one(risk)),
  );
  warnings.delete('amount');
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.proposals.summary}>
      <Text size="xs" c="dimmed">
        {texts.proposals.summary}
      </Text>
      <ul className="summary">
        {kinds.map(({ command, count }) => (
          <li key={command}>{texts.proposals.summaryTimes(count, commandName(command))}</li>
        ))}
        {review?.summary.amounts.map((moves) => (
          <li key={`${moves.entity} ${moves.field}`}>
            {texts.proposals.summaryTimes(moves.count, amountLabel(moves))} (
            {range([moves.percentMin, moves.percentMax])
              .map((each) => percent(each, texts))
              .join(' … ')}
            )
          </li>
        ))}
        {[...warnings].map(([words, those]) => (
          <li key={words} className="risky">
            {texts.proposals.summaryTimes(those.length, words)}
          </li>
        ))}
      </ul>
      {risky > 0 && (
        <Group mt="xs">
          <SegmentedControl
            size="xs"
            aria-label={texts.proposals.show}
            value={onlyRisky ? 'risky' : 'all'}
            onChange={(value) => onOnlyRisky(value === 'risky')}
            data={[
              { value: 'all', label: texts.proposals.allItems(items.length) },
              { value: 'risky', label: texts.proposals.onlyRisky(risky) },
            ]}
          />
        </Group>
      )}
    </Paper>
  );
}

/** Counted with others of its kind, however many things each of them removes. */
const one = (risk: Risk): Risk => (risk.kind === 'removes' ? { kind: 'removes', count: 1 } : risk);

const range = (values: readonly number[]): number[] => [...new Set(values)];
