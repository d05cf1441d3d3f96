import { Select, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useCarrierNames } from '../api/orders';
import type { ListedOrder } from '../api/types';
import { count } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { BulkButton, BulkDialog } from './dialog';
import { type NumbersFault, trackingNumbersIn } from './tracking-numbers';

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
  const [typed, setTyped] = useState('');
  const numbers = trackingNumbersIn(typed, orders);
  const fault = 'fault' in numbers ? inWords(numbers, texts) : null;
  const trackingNumbers = 'fault' in numbers ? [] : numbers.given;
  const terms =
    carrier && fault === null ? { carrier, ...(trackingNumbers.length > 0 ? { trackingNumbers } : {}) } : null;
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
      <Textarea
        label={words.numbers}
        description={words.numbersHint}
        autosize
        minRows={3}
        maxRows={12}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={fault}
      />
      {trackingNumbers.length > 0 && (
        <Text size="sm" role="status">
          {words.given(count(trackingNumbers.length, texts), count(orders.length, texts))}
        </Text>
      )}
    </BulkDialog>
  );
}

const inWords = ({ fault, text }: NumbersFault, texts: Texts): string =>
  fault === 'twice' ? texts.bulk.ship.twice(text) : texts.bulk.ship.tooMany(text);
