import { Box, Group, Paper, SimpleGrid, Table, Text } from '@mantine/core';
import type { Day, Today } from '../api/types';
import { count, day, money, percent } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';

interface DaysProps {
  /** The days in their order, today last. */
  readonly days: readonly Day[];
}

/** Shows the sales of the last days, to be seen and to be read. */
export function Days({ days }: DaysProps) {
  const texts = useText();
  const { home } = texts;
  const turnover = { title: home.turnover, of: (each: Day) => each.turnover, say: money };
  const orders = { title: home.orders, of: (each: Day) => each.orders, say: (value: number) => count(value, texts) };
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Bars days={days} {...turnover} />
        <Bars days={days} {...orders} />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="xs">
        {home.daysAre}
      </Text>
      <details>
        <Text component="summary" size="sm" py="xs">
          {home.asTable}
        </Text>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{home.day}</Table.Th>
              <Table.Th ta="right">{home.orders}</Table.Th>
              <Table.Th ta="right">{home.turnover}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map((each) => (
              <Table.Tr key={each.day}>
                <Table.Td>{day(each.day, texts)}</Table.Td>
                <Table.Td ta="right">{orders.say(each.orders)}</Table.Td>
                <Table.Td ta="right">{money(each.turnover)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}

/** Shows the sales of today beside those of an equal part of yesterday, and says how they differ. */
export function TodayFigures({ today: { days, yesterdayUntilNow: before } }: { readonly today: Today }) {
  const texts = useText();
  const { home } = texts;
  const today = days.at(-1);
  if (!today) return null;
  const sayCount = (value: number): string => count(value, texts);
  const figures = [
    { title: home.turnover, now: today.turnover, was: before.turnover, say: money },
    { title: home.orders, now: today.orders, was: before.orders, say: sayCount },
  ];
  return (
    <SimpleGrid cols={2} spacing="sm">
      {figures.map((figure) => (
        <Paper key={figure.title} withBorder p="md">
          <Text size="sm" c="dimmed">
            {figure.title}
          </Text>
          <Text fw={700} size="xl">
            {figure.say(figure.now)}
          </Text>
          <Text size="sm" c="dimmed">
            {before.orders === 0 ? home.yesterday.nothing : comparison(figure, texts)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

interface Compared {
  readonly now: number;
  /** It stood so at the same time of yesterday. */
  readonly was: number;
  readonly say: (value: number) => string;
}

/** Says how a figure stands to the one before, in words. Of nothing there is no percentage. */
function comparison({ now, was, say }: Compared, texts: Texts): string {
  const { yesterday } = texts.home;
  if (now === was) return yesterday.same(say(was));
  const difference = say(Math.abs(now - was));
  const change = was === 0 ? '' : ` (${percent(((now - was) / was) * 100, texts)})`;
  return (now > was ? yesterday.more : yesterday.less)(say(was), difference) + change;
}

interface BarsProps extends DaysProps {
  readonly title: string;
  readonly of: (day: Day) => number;
  readonly say: (value: number) => string;
}

const HEIGHT = 100;
const WIDTH = 10;
const GAP = 2;
/** The least height of a day on which something was sold, however little. */
const LEAST = 2;

/** Draws one bar a day, as high as its part of the highest. */
function Bars({ days, title, of, say }: BarsProps) {
  const texts = useText();
  const values = days.map(of);
  const highest = Math.max(...values);
  const sum = say(values.reduce((total, value) => total + value, 0));
  const [first, last] = [days[0], days.at(-1)];
  const heightOf = (value: number): number => (value === 0 ? 0 : Math.max(LEAST, (value / highest) * HEIGHT));
  return (
    <Box component="figure" m={0} miw={0}>
      <Group component="figcaption" justify="space-between" gap="xs" mb={4}>
        <Text size="sm" c="dimmed">
          {title}
        </Text>
        <Text fw={700}>{sum}</Text>
      </Group>
      <svg
        className="bars"
        viewBox={`0 0 ${days.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.home.barsOf(title, sum, say(highest))}
      >
        {days.map((each, place) => (
          <rect
            key={each.day}
            x={place * WIDTH + GAP / 2}
            y={HEIGHT - heightOf(of(each))}
            width={WIDTH - GAP}
            height={heightOf(of(each))}
          >
            <title>{`${day(each.day, texts)}: ${say(of(each))}`}</title>
          </rect>
        ))}
      </svg>
      <Group justify="space-between" gap="xs" aria-hidden>
        {[first, last].map(
          (each) =>
            each && (
              <Text key={each.day} size="xs" c="dimmed">
                {day(each.day, texts)}
              </Text>
            ),
        )}
      </Group>
    </Box>
  );
}
