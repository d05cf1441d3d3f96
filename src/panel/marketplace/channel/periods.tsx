import { Box, Group, SegmentedControl, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { type PeriodName, type SettledPeriod, useSettledPeriods } from '../../api/finance';
import { Part } from '../../parts/part';
import { Failure, Loading } from '../../parts/states';
import { day, money } from '../../text/format';
import { useText } from '../../text/text';

/** The sums of a marketplace by weeks or months, to be seen and to be read. */
export function Periods({ channel }: { readonly channel: string }) {
  const { finance: words } = useText().channel;
  const [period, setPeriod] = useState<PeriodName>('month');
  const { data, error, refetch } = useSettledPeriods(channel, period);
  return (
    <Part title={words.byPeriod}>
      <SegmentedControl
        aria-label={words.period}
        size="xs"
        mb="sm"
        value={period}
        onChange={(value) => setPeriod(value as PeriodName)}
        data={[
          { value: 'month', label: words.months },
          { value: 'week', label: words.weeks },
        ]}
      />
      {!data && (error ? <Failure error={error} retry={refetch} /> : <Loading />)}
      {data && <Bars periods={data} />}
      {data && <Sums periods={data} />}
    </Part>
  );
}

interface PeriodsProps {
  readonly periods: readonly SettledPeriod[];
}

const HEIGHT = 100;
const WIDTH = 10;
const GAP = 2;
/** The least height of a bar, however little was settled. */
const LEAST = 2;

/** Draws one bar a period; one below the line where the shop owes. */
function Bars({ periods }: PeriodsProps) {
  const texts = useText();
  const { finance: words } = texts.channel;
  const values = periods.map(({ revenue }) => revenue);
  const [highest, lowest] = [Math.max(0, ...values), Math.min(0, ...values)];
  const scale = HEIGHT / (highest - lowest || 1);
  const line = highest * scale;
  const sum = money(values.reduce((total, value) => total + value, 0));
  return (
    <Box component="figure" m={0} miw={0}>
      <Group component="figcaption" justify="space-between" gap="xs" mb={4}>
        <Text size="sm" c="dimmed">
          {words.settled}
        </Text>
        <Text fw={700}>{sum}</Text>
      </Group>
      <svg
        className="bars"
        viewBox={`0 0 ${periods.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.barsOf(sum, money(highest), money(lowest))}
      >
        {periods.map(({ from, revenue }, place) => {
          const height = revenue === 0 ? 0 : Math.max(LEAST, Math.abs(revenue) * scale);
          return (
            <rect
              key={from}
              x={place * WIDTH + GAP / 2}
              y={revenue < 0 ? Math.min(line, HEIGHT - height) : Math.max(0, line - height)}
              width={WIDTH - GAP}
              height={height}
              {...(revenue < 0 ? { fill: 'var(--mantine-color-red-filled)' } : {})}
            >
              <title>{`${day(from, texts)}: ${money(revenue)}`}</title>
            </rect>
          );
        })}
      </svg>
      <Group justify="space-between" gap="xs" aria-hidden>
        {[periods[0], periods.at(-1)].map(
          (each) =>
            each && (
              <Text key={each.from} size="xs" c="dimmed">
                {day(each.from, texts)}
              </Text>
            ),
        )}
      </Group>
    </Box>
  );
}

const columns = ['sales', 'returns', 'discounts', 'corrections', 'cargo', 'deductions', 'others', 'revenue'] as const;

function Sums({ periods }: PeriodsProps) {
  const texts = useText();
  const { finance: words } = texts.channel;
  // The bars show the periods in which nothing was settled.
  const settled = periods.filter((each) => columns.some((name) => each[name] !== 0));
  if (settled.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" py="xs">
        {words.asTable}
      </Text>
      <Table className="rows">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.from}</Table.Th>
            {columns.map((name) => (
              <Table.Th key={name} className="amount">
                {words.columns[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {settled.toReversed().map((each) => (
            <Table.Tr key={each.from}>
              <Table.Td>{day(each.from, texts)}</Table.Td>
              {columns.map((name) => (
                <Table.Td key={name} className="amount" data-head={words.columns[name]}>
                  {money(each[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
