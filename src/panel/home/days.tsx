import { Box, Group, Paper, SimpleGrid, Table, Text } from '@mantine/core';
import type { Day } from '../api/types';
import { count, day, money } from '../text/format';
import { useText } from '../text/text';

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

/** Shows the day so far beside the whole day before it. */
export function TodayFigures({ days }: DaysProps) {
  const texts = useText();
  const { home } = texts;
  const [yesterday, today] = days.slice(-2);
  if (!yesterday || !today) return null;
  const figures = [
    { title: home.turnover, now: money(today.turnover), before: money(yesterday.turnover) },
    { title: home.orders, now: count(today.orders, texts), before: count(yesterday.orders, texts) },
  ];
  return (
    <SimpleGrid cols={2} spacing="sm">
      {figures.map(({ title, now, before }) => (
        <Paper key={title} withBorder p="md">
          <Text size="sm" c="dimmed">
            {title}
          </Text>
          <Text fw={700} size="xl">
            {now}
          </Text>
          <Text size="sm" c="dimmed">
            {yesterday.orders === 0 ? home.yesterdayNothing : home.yesterdayWas(before)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
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
