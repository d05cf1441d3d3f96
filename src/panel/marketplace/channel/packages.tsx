import { Checkbox, SegmentedControl, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { PACKAGES_MAX } from '../../../channel/label/limits';
import { type PackingStage, packingStages, useOrderOf, usePackedOrders } from '../../api/packages';
import type { ListedOrder, OrderPackage } from '../../api/types';
import { OnePackage } from '../../orders/package';
import { Empty, Failure, Pages, WaitingRows } from '../../parts/states';
import { useText } from '../../text/text';
import { type Chosen, ChosenPackages } from './labels';
import { OrderCard } from './order-card';
import type { OfChannel } from './page';

/** States of a package that the shop has still. */
const here: ReadonlySet<OrderPackage['state']> = new Set(['created', 'preparing', 'invoiced', 'unknown']);

interface PackagesPageProps {
  readonly channel: Pick<OfChannel['channel'], 'key'>;
}

/** Packages that are to be prepared and handed over, with their acts and labels. */
export function PackagesPage({ channel: { key } }: PackagesPageProps) {
  const texts = useText();
  const { packages } = texts.channel;
  const [stage, setStage] = useState<PackingStage>('unfulfilled');
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [all, setAll] = useState(false);
  const choose = useCallback(
    (packages: readonly OrderPackage[], isChosen: boolean): void =>
      setChosen((before) => {
        const next = new Map(before);
        for (const { packageId, state } of packages)
          if (!isChosen) next.delete(packageId);
          else if (next.size < PACKAGES_MAX) next.set(packageId, state);
        return next;
      }),
    [],
  );
  const chooseAll = (isChosen: boolean): void => {
    setAll(isChosen);
    if (!isChosen) setChosen(new Map());
  };
  return (
    <Stack>
      <SegmentedControl
        aria-label={packages.which}
        value={stage}
        onChange={(value) => {
          setStage(value as PackingStage);
          chooseAll(false);
        }}
        data={packingStages.map((value) => ({ value, label: packages.stages[value] }))}
      />
      <Pages
        query={usePackedOrders(key, stage)}
        ahead={{ wide: 150, narrow: 220, rows: 4, form: 'cards' }}
        empty={<Empty title={packages.empty} hint={packages.emptyHint} />}
      >
        {(orders) => (
          <>
            <Checkbox
              label={packages.chooseAll}
              checked={all}
              onChange={({ currentTarget: { checked } }) => chooseAll(checked)}
            />
            <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {orders.map((order) => (
                <PackedOrder key={order.id} row={order} chosen={chosen} onChoose={choose} all={all} />
              ))}
            </Stack>
          </>
        )}
      </Pages>
      <ChosenPackages channel={key} chosen={chosen} onClear={() => chooseAll(false)} />
    </Stack>
  );
}

const packagesAhead = { wide: 60, narrow: 90, rows: 1 };

interface PackedOrderProps {
  readonly row: ListedOrder;
  readonly chosen: Chosen;
  readonly onChoose: (packages: readonly OrderPackage[], isChosen: boolean) => void;
  /** Whether all packages that are shown are chosen, once they are there. */
  readonly all: boolean;
}

function PackedOrder({ row, chosen, onChoose, all }: PackedOrderProps) {
  const texts = useText();
  const { packages: words } = texts.channel;
  const { data: order, error, refetch } = useOrderOf(row);
  const open = useMemo(() => order?.packages.filter(({ state }) => here.has(state)), [order]);
  useEffect(() => {
    if (all && open) onChoose(open, true);
  }, [all, open, onChoose]);
  return (
    <OrderCard order={row} buyer={row.buyerName}>
      {error && <Failure error={error} retry={refetch} />}
      {!order && !error && <WaitingRows {...packagesAhead} />}
      {open?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noneOpen}
        </Text>
      )}
      {order && open && (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {open.map((each) => (
            <OnePackage key={each.id} order={order} of={each}>
              <Checkbox
                aria-label={words.choose(each.packageId)}
                checked={chosen.has(each.packageId)}
                disabled={!chosen.has(each.packageId) && chosen.size >= PACKAGES_MAX}
                onChange={({ currentTarget: { checked } }) => onChoose([each], checked)}
              />
            </OnePackage>
          ))}
        </Stack>
      )}
    </OrderCard>
  );
}
