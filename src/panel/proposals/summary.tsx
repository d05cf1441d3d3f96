import { Group, Paper, SegmentedControl, Text } from '@mantine/core';
import type { Item } from '../api/types';
import { useCommandName } from '../parts/meaning';
import { percent } from '../text/format';
import { useText } from '../text/text';
import { useRiskWords } from './risk-badges';
import type { Facts, Risk } from './risks';

interface SummaryProps {
  readonly items: readonly Item[];
  readonly factsOf: (item: Item) => Facts;
  readonly onlyRisky: boolean;
  readonly onOnlyRisky: (only: boolean) => void;
}

/** What the proposal comes to before anybody reads its items: how often it does what, between which bounds, and what needs a look. */
export function Summary({ items, factsOf, onlyRisky, onOnlyRisky }: SummaryProps) {
  const texts = useText();
  const commandName = useCommandName();
  const riskWords = useRiskWords();
  const coming = items.filter(({ state }) => state !== 'skipped' && state !== 'dropped');
  const risky = coming.filter((item) => factsOf(item).risks.length > 0).length;
  if (coming.length < 2) return null;
  const kinds = [...Map.groupBy(coming, ({ command }) => command)].map(([command, alike]) => ({
    command,
    count: alike.length,
    percents: alike.flatMap((item) => factsOf(item).percents),
  }));
  const warnings = Map.groupBy(
    coming.flatMap((item) => factsOf(item).risks),
    (risk) => (risk.kind === 'amount' ? 'amount' : riskWords(one(risk))),
  );
  warnings.delete('amount');
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.proposals.summary}>
      <Text size="xs" c="dimmed">
        {texts.proposals.summary}
      </Text>
      <ul className="summary">
        {kinds.map(({ command, count, percents }) => (
          <li key={command}>
            {texts.proposals.summaryTimes(count, commandName(command))}
            {percents.length > 0 &&
              ` (${range(percents)
                .map((each) => percent(each, texts))
                .join(' … ')})`}
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

const range = (values: readonly number[]): number[] => [...new Set([Math.min(...values), Math.max(...values)])];
