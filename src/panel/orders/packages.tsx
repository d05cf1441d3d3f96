import { Stack } from '@mantine/core';
import type { Order } from '../api/types';
import { Part } from '../parts/part';
import { useText } from '../text/text';
import { OnePackage } from './package';

/** Packages of an order, as its marketplace tells of them. */
export function Packages({ order }: { readonly order: Order }) {
  const texts = useText();
  if (order.packages.length === 0) return null;
  return (
    <Part title={texts.orders.packages}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {order.packages.map((each) => (
          <OnePackage key={each.id} order={order} of={each} />
        ))}
      </Stack>
    </Part>
  );
}
