import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { STOCK_MAX } from '../../catalog/stock/limits';
import { NumberField } from '../parts/number-field';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

type How = 'add' | 'take' | 'set';

const REASON_LENGTH_MAX = 200;

/** Changes the stock of selected products. */
export function StockButton({ ids }: { readonly ids: readonly string[] }) {
  const texts = useText();
  return <BulkButton act={texts.bulk.stock.act}>{(close) => <StockDialog ids={ids} onClose={close} />}</BulkButton>;
}

function StockDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.stock;
  const [how, setHow] = useState<How>('add');
  const [pieces, setPieces] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const isStated = pieces !== null && (how === 'set' || pieces > 0);
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="stock"
      ids={ids}
      terms={isStated ? { ...changeOf(how, pieces), ...(reason.trim() ? { reason: reason.trim() } : {}) } : null}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={words.how}
        value={how}
        onChange={(value) => setHow(value as How)}
        data={(['add', 'take', 'set'] as const).map((value) => ({ value, label: words[value] }))}
      />
      <NumberField
        label={words.pieces}
        data-autofocus
        min={how === 'set' ? 0 : 1}
        max={STOCK_MAX}
        value={pieces}
        onChange={setPieces}
      />
      <TextInput
        label={words.reason}
        maxLength={REASON_LENGTH_MAX}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </BulkDialog>
  );
}

const changeOf = (how: How, pieces: number) =>
  how === 'set' ? { stock: pieces } : { delta: how === 'add' ? pieces : -pieces };
