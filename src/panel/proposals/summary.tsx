import { Anchor, Button, Group, Paper, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { groupedBy } from '../../kernel/grouped';
import { useCommandName } from '../parts/meaning';
import { percent } from '../text/format';
import { useText } from '../text/text';
import { type FreshItem, type Review, type Risk, risksOf } from './fresh';
import { alikeMoves, type Moves } from './moves';
import { useAmountLabel, useEntityName, useRiskWords } from './risk-badges';

interface SummaryProps {
  readonly items: readonly FreshItem[];
  /** Between which bounds amounts move; null: nobody decides on it any more. */
  readonly review: Review | null;
  readonly onlyRisky: boolean;
  readonly onOnlyRisky: (only: boolean) => void;
  /** Leaves these items out, and no others; undefined where nothing can be left out. */
  readonly onLeaveAll: ((itemIds: readonly string[]) => void) | undefined;
}

/** Sums up a proposal before anybody reads its items: how often it does each thing, between which bounds, and which items need a look. */
export function Summary({ items, review, onlyRisky, onOnlyRisky, onLeaveAll }: SummaryProps) {
  const texts = useText();
  const riskWords = useRiskWords();
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
  const { amounts = [] } = review?.summary ?? {};
  const outliers = outliersAmong(coming, amounts);
  const isFar = ({ entity, field }: Moves) =>
    coming.some((item) => amountRisks(item).some((risk) => risk.entity === entity && risk.field === field));
  return (
    <SummaryLines
      outliers={outliers.map(({ item, risk }) => ({
        key: `${item.id} ${risk.entity} ${risk.field}`,
        line: <a href={`#${item.id}`}>{texts.proposals.summaryOutlier(item.seq, riskWords(risk))}</a>,
      }))}
      amounts={amounts}
      isFar={isFar}
      warnings={[...warnings].map(([words, those]) => ({ words, count: those.length }))}
      kinds={kinds}
    >
      <Group mt="xs" gap="xs">
        {risky > 0 && (
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
        )}
        {onLeaveAll && <Selection items={coming} onLeaveAll={onLeaveAll} />}
      </Group>
    </SummaryLines>
  );
}

interface SelectionProps {
  readonly items: readonly FreshItem[];
  readonly onLeaveAll: (itemIds: readonly string[]) => void;
}

/** Selects the items that are to be applied, many at once. */
function Selection({ items, onLeaveAll }: SelectionProps) {
  const { selectAll, selectNone, selectCalm, selectRisky } = useText().proposals;
  const isRisky = (item: FreshItem): boolean => risksOf(item).length > 0;
  const idsOf = (those: readonly FreshItem[]) => those.map(({ id }) => id);
  const risky = items.filter(isRisky);
  const calm = items.filter((item) => !isRisky(item));
  const isMixed = risky.length > 0 && calm.length > 0;
  const choices = [
    { label: selectAll, leftOut: [] },
    { label: selectNone, leftOut: items },
    ...(isMixed
      ? [
          { label: selectCalm, leftOut: risky },
          { label: selectRisky, leftOut: calm },
        ]
      : []),
  ];
  return (
    <Group gap={4}>
      {choices.map(({ label, leftOut }) => (
        <Button key={label} size="xs" variant="default" onClick={() => onLeaveAll(idsOf(leftOut))}>
          {label}
        </Button>
      ))}
    </Group>
  );
}

interface LargeSummaryProps {
  readonly review: Review;
  /** Shows the items from this one on. */
  readonly onShow: (itemId: string) => void;
}

/** Sums up a proposal of which the page has some items alone, by what the server has counted. */
export function LargeSummary({ review: { items, summary }, onShow }: LargeSummaryProps) {
  const texts = useText();
  const riskWords = useRiskWords();
  const outliers = items.slice(0, OUTLIERS_MAX).flatMap(({ itemId, seq, risks }) =>
    risks
      .filter(({ kind }) => kind === 'amount')
      .map((risk) => ({
        key: itemId,
        line: (
          <Anchor component="button" type="button" size="sm" onClick={() => onShow(itemId)}>
            {texts.proposals.summaryOutlier(seq, riskWords(risk))}
          </Anchor>
        ),
      })),
  );
  const isFar = () => summary.warnings.some(({ kind }) => kind === 'amount');
  const warnings = summary.warnings.filter(({ kind }) => kind !== 'amount');
  return (
    <SummaryLines
      outliers={outliers}
      amounts={summary.amounts}
      isFar={isFar}
      warnings={warnings.map(({ kind, count }) => ({ words: riskWords(one({ kind })), count }))}
      kinds={summary.commands}
    />
  );
}

interface SummaryLinesProps {
  readonly outliers: readonly { readonly key: string; readonly line: ReactNode }[];
  readonly amounts: readonly Moves[];
  readonly isFar: (moves: Moves) => boolean;
  readonly warnings: readonly { readonly words: string; readonly count: number }[];
  readonly kinds: readonly { readonly command: string; readonly count: number }[];
  readonly children?: ReactNode;
}

function SummaryLines({ outliers, amounts, isFar, warnings, kinds, children }: SummaryLinesProps) {
  const texts = useText();
  const commandName = useCommandName();
  const amountLabel = useAmountLabel();
  const entityName = useEntityName();
  const between = ({ percentMin, percentMedian, percentMax }: Moves): string =>
    percentMin === percentMax
      ? percent(percentMin, texts)
      : texts.proposals.summaryBetween(
          percent(percentMin, texts),
          percent(percentMedian, texts),
          percent(percentMax, texts),
        );
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.proposals.summary}>
      <Text size="xs" c="dimmed">
        {texts.proposals.summary}
      </Text>
      <ul className="summary">
        {outliers.map(({ key, line }) => (
          <li key={key} className="risky">
            {line}
          </li>
        ))}
        {alikeMoves(amounts, amountLabel, ({ entity }) => entityName(entity)).map(({ name, count, of }) => (
          <li key={`${of[0].entity} ${of[0].field}`} className={of.some(isFar) ? 'risky' : ''}>
            {texts.proposals.summaryAmounts(count, name, between(of[0]))}
          </li>
        ))}
        {warnings.map(({ words, count }) => (
          <li key={words} className="risky">
            {texts.proposals.summaryTimes(count, words)}
          </li>
        ))}
        {kinds.map(({ command, count }) => (
          <li key={command}>{texts.proposals.summaryTimes(count, commandName(command))}</li>
        ))}
      </ul>
      {children}
    </Paper>
  );
}

/** Counted with others of its kind, however many things each of them removes. */
const one = (risk: Risk): Risk => (risk.kind === 'removes' ? { kind: 'removes', count: 1 } : risk);

type AmountRisk = Risk & { readonly entity?: string; readonly field?: string; readonly percent?: number };

const amountRisks = (item: FreshItem): readonly AmountRisk[] => risksOf(item).filter(({ kind }) => kind === 'amount');

const OUTLIERS_MAX = 3;

/** The items whose amounts move furthest from what most of them do, where there are enough to say what that is. */
function outliersAmong(items: readonly FreshItem[], amounts: readonly Moves[]) {
  const medianOf = ({ entity, field }: AmountRisk): number | undefined =>
    amounts.find((moves) => moves.entity === entity && moves.field === field && moves.count > 2)?.percentMedian;
  return items
    .flatMap((item) =>
      amountRisks(item).flatMap((risk) => {
        const median = medianOf(risk);
        return median === undefined ? [] : [{ item, risk, away: Math.abs((risk.percent ?? 0) - median) }];
      }),
    )
    .filter(({ away }) => away > 0)
    .toSorted((left, right) => right.away - left.away)
    .slice(0, OUTLIERS_MAX);
}
