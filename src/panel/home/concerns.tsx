import { Anchor, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { ChevronRightIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import type { Concern } from './attention';

/** Lists what waits, each as a row that leads there. */
export const Concerns = ({ concerns }: { readonly concerns: readonly Concern[] }) => (
  <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
    {concerns.map(({ key, text, href, color, first }) => (
      <li key={key}>
        <Paper withBorder p="sm" component={Link} href={href} className="row-link mantine-focus-auto">
          <Group wrap="nowrap" gap="sm">
            <Badge circle size="sm" color={color} aria-hidden />
            <Text style={{ flex: 1 }}>{text}</Text>
            <ChevronRightIcon aria-hidden />
          </Group>
        </Paper>
        {/* Of one alone its row leads there. */}
        {first && first.length > 1 && <First of={first} what={text} />}
      </li>
    ))}
  </Stack>
);

interface FirstProps {
  readonly of: NonNullable<Concern['first']>;
  readonly what: string;
}

/** The very things that wait: the list behind them has others too. */
const First = ({ of, what }: FirstProps) => (
  <Group gap="md" pl="xl" py={4} role="group" aria-label={what}>
    {of.map(({ text, href }) => (
      <Anchor key={href} component={Link} href={href} size="sm" py={4}>
        {text}
      </Anchor>
    ))}
  </Group>
);
