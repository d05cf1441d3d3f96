import { Checkbox, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type PackingStage, packingStages, useOrderOf, usePackedOrders } from '../../api/packages';
import type { ListedOrder, OrderPackage } from '../../api/types';
import { OnePackage } from '../../orders/package';
import { hasLabel } from '../../orders/package-label';
import { Empty, Failure, Loading, Pages } from '../../parts/states';
import { useText } from '../../text/text';
import { CHOSEN_MAX, ChosenLabels } from './labels';
import { OrderCard } from './order-card';
import type { OfChannel } from './page';

/** States of a package that the shop has still. */
const here: ReadonlySet<OrderPackage['state']> = new Set(['created', 'preparing', 'invoiced', 'unknown']);

/** Packages that are to be prepared and handed over, with their acts and labels. */
export function PackagesPage({ channel: { key } }: OfChannel) {
  const texts = useText();
  const { packages } = texts.channel;
  const [stage, setStage] = useState<PackingStage>('unfulfilled');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (packageId: string, isChosen: boolean): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!isChosen) next.delete(packageId);
      else if (next.size < CHOSEN_MAX) next.add(packageId);
      return next;
    });
  return (
    <Stack>
      <SegmentedControl
        aria-label={packages.which}
        value={stage}
        onChange={(value) => setStage(value as PackingStage)}
        data={packingStages.map((value) => ({ value, label: packages.stages[value] }))}
      />
      <Pages query={usePackedOrders(key, stage)} empty={<Empty title={packages.empty} hint={packages.emptyHint} />}>
        {(orders) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {orders.map((order) => (
              <PackedOrder key={order.id} row={order} chosen={chosen} onChoose={choose} />
            ))}
          </Stack>
        )}
      </Pages>
      <ChosenLabels channel={key} chosen={[...chosen]} onClear={() => setChosen(new Set())} />
    </Stack>
  );
}

interface PackedOrderProps {
  readonly row: ListedOrder;
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (packageId: string, isChosen: boolean) => void;
}

function PackedOrder({ row, chosen, onChoose }: PackedOrderProps) {
  const texts = useText();
  const { packages: words } = texts.channel;
  const { data: order, error, refetch } = useOrderOf(row);
  const open = order?.packages.filter(({ state }) => here.has(state));
  return (
    <OrderCard order={row} buyer={row.buyerName}>
      {error && <Failure error={error} retry={refetch} />}
      {!order && !error && <Loading />}
      {open?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noneOpen}
        </Text>
      )}
      {order && open && (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {open.map((each) => (
            <OnePackage key={each.id} order={order} of={each}>
              {hasLabel(each) && (
                <Checkbox
                  aria-label={words.choose(each.packageId)}
                  checked={chosen.has(each.packageId)}
                  disabled={!chosen.has(each.packageId) && chosen.size >= CHOSEN_MAX}
                  onChange={({ currentTarget: { checked } }) => onChoose(each.packageId, checked)}
                />
              )}
            </OnePackage>
          ))}
        </Stack>
      )}
    </OrderCard>
  );
}
