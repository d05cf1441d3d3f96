import { Paper, SimpleGrid, Text } from '@mantine/core';
import { percent } from '../text/format';
import { useText } from '../text/text';

interface Figure {
  readonly name: string;
  readonly value: number;
  /** Its value in the period beside; left out: there is none. */
  readonly before?: number;
  readonly say: (value: number) => string;
}

/** Shows figures beside each other, each with its change. */
export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" component="dl" m={0}>
    {figures.map((figure) => (
      <Paper key={figure.name} withBorder p="sm">
        <Text component="dt" size="xs" c="dimmed">
          {figure.name}
        </Text>
        <Text component="dd" m={0} fw={700}>
          {figure.say(figure.value)}
        </Text>
        {figure.before !== undefined && <Change {...figure} before={figure.before} />}
      </Paper>
    ))}
  </SimpleGrid>
);

function Change({ value, before, say }: Figure & { readonly before: number }) {
  const texts = useText();
  return (
    <Text component="dd" m={0} size="xs" c="dimmed">
      {before > 0 && `${percent(((value - before) / before) * 100, texts)} · `}
      {texts.reports.before(say(before))}
    </Text>
  );
}
