import { Select } from '@mantine/core';
import { useState } from 'react';
import { BUFFER_MAX } from '../../channel/listing/limits';
import { LiraInput } from '../parts/lira-input';
import { NumberField } from '../parts/number-field';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

/** Changes selected listings of a marketplace. */
export function ListingsButton({ ids }: { readonly ids: readonly string[] }) {
  const texts = useText();
  return (
    <BulkButton act={texts.bulk.listings.act}>{(close) => <ListingsDialog ids={ids} onClose={close} />}</BulkButton>
  );
}

function ListingsDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.listings;
  const [sale, setSale] = useState<string | null>(null);
  const [lock, setLock] = useState<string | null>(null);
  const [buffer, setBuffer] = useState<number | null>(null);
  const [priceOverride, setPriceOverride] = useState<number | null>(null);
  const terms = {
    ...(sale === null ? {} : { enabled: sale === 'on' }),
    ...(lock === null ? {} : { priceLocked: lock === 'locked' }),
    ...(buffer === null ? {} : { buffer }),
    ...(priceOverride === null ? {} : { priceOverride }),
  };
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="listings"
      ids={ids}
      terms={Object.keys(terms).length > 0 ? terms : null}
      onClose={onClose}
    >
      <Select
        label={words.sale}
        placeholder={words.asIs}
        clearable
        value={sale}
        onChange={setSale}
        data={(['on', 'off'] as const).map((value) => ({ value, label: words[value] }))}
      />
      <NumberField label={words.buffer} min={0} max={BUFFER_MAX} value={buffer} onChange={setBuffer} />
      <Select
        label={words.lock}
        placeholder={words.asIs}
        clearable
        value={lock}
        onChange={setLock}
        data={(['locked', 'unlocked'] as const).map((value) => ({ value, label: words[value] }))}
      />
      <LiraInput label={words.override} value={priceOverride} onChange={setPriceOverride} />
    </BulkDialog>
  );
}
