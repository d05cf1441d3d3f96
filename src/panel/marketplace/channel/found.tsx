import { Button, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { useFoundOrders } from '../../api/packages';
import type { ListedOrder } from '../../api/types';
import { Empty, Failure, Loading } from '../../parts/states';

interface FoundOrdersProps {
  readonly found: ReturnType<typeof useFoundOrders>;
  readonly says: { readonly empty: string; readonly emptyHint: string; readonly goOn: string };
  readonly children: (order: ListedOrder) => ReactNode;
}

/** Orders that a search has found so far, and the way to look through older ones. */
export function FoundOrders({ found: { orders, query, isSearching, goOn }, says, children }: FoundOrdersProps) {
  return (
    <Stack>
      {query.error && <Failure error={query.error} retry={query.refetch} />}
      {orders.length > 0 && (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {orders.map((order) => (
            <Fragment key={order.id}>{children(order)}</Fragment>
          ))}
        </Stack>
      )}
      {isSearching && <Loading />}
      {!isSearching && !query.error && orders.length === 0 && <Empty title={says.empty} hint={says.emptyHint} />}
      {goOn && (
        <Button variant="default" style={{ alignSelf: 'center' }} onClick={goOn}>
          {says.goOn}
        </Button>
      )}
    </Stack>
  );
}
