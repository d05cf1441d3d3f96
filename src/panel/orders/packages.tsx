import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Order } from '../api/types';
import { useLabel, useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { dateTime, money } from '../text/format';
import { useText } from '../text/text';

/** Packages of an order, as its marketplace tells of them. */
export function Packages({ order: { packages } }: { readonly order: Order }) {
  const texts = useText();
  const stateWord = useWord('orderPackage', 'state');
  const shipUntilName = useLabel('orderPackage', 'shipUntil');
  if (packages.length === 0) return null;
  return (
    <Part title={texts.orders.packages}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {packages.map(({ id, packageId, state, stateWord: said, total, shipUntil, stillOpenThere }) => (
          <li key={id} aria-label={packageId}>
            <Group gap="xs">
              <Text size="sm" component="span">
                <Visible text={packageId} />
              </Text>
              <Badge variant="light" color={stillOpenThere ? 'red' : 'gray'}>
                {stateWord(state)}
              </Badge>
            </Group>
            <Text size="xs" c="dimmed" component="div">
              <Visible text={said} /> · {money(total)}
              {shipUntil !== null && ` · ${shipUntilName}: ${dateTime(shipUntil, texts)}`}
            </Text>
            {stillOpenThere && (
              <Text size="xs" c="red">
                {texts.orders.stillOpenThere}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    </Part>
  );
}
