import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useCarrierNames } from '../api/orders';
import type { ListedOrder } from '../api/types';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';
import { useNumbers } from './numbers-input';

type ShippedOrder = Pick<ListedOrder, 'id' | 'number'>;

/** Ships selected orders with a carrier of the merchant's own. */
export function ShipButton({ orders }: { readonly orders: readonly ShippedOrder[] }) {
  const texts = useText();
  return <BulkButton act={texts.bulk.ship.act}>{(close) => <ShipDialog orders={orders} onClose={close} />}</BulkButton>;
}

function ShipDialog({ orders, onClose }: { readonly orders: readonly ShippedOrder[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.ship;
  const carriers = useCarrierNames();
  const [carrier, setCarrier] = useState<string | null>(null);
  const { given, input } = useNumbers(orders, words);
  const terms = carrier && given ? { carrier, ...(given.length > 0 ? { trackingNumbers: given } : {}) } : null;
  return (
    <BulkDialog
      title={words.title(count(orders.length, texts))}
      act="shipments"
      ids={orders.map(({ id }) => id)}
      terms={terms}
      onClose={onClose}
    >
      <Select
        label={words.carrier}
        data-autofocus
        searchable
        value={carrier}
        onChange={setCarrier}
        data={Object.entries(carriers).map(([value, label]) => ({ value, label }))}
      />
      {input}
      {given && given.length > 0 && (
        <Text size="sm" role="status">
          {words.given(count(given.length, texts), count(orders.length, texts))}
        </Text>
      )}
    </BulkDialog>
  );
}
