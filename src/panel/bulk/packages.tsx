import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog, RecordButton } from './dialog';
import { trackingNumbersIn } from './tracking-numbers';

interface PackagesProps {
  readonly channel: string;
  /** Identifiers of the packages at their marketplace. */
  readonly ids: readonly string[];
}

/** Tells a marketplace that selected packages are being prepared. */
export function PrepareButton({ channel, ids }: PackagesProps) {
  const { preparation } = useText().bulk;
  return <RecordButton name={preparation.act} act="preparations" ids={ids} terms={{ channel }} />;
}

/** Tells a marketplace the invoice numbers of selected packages. */
export function InvoiceButton(props: PackagesProps) {
  const texts = useText();
  return (
    <BulkButton act={texts.bulk.invoices.act}>{(close) => <InvoiceDialog {...props} onClose={close} />}</BulkButton>
  );
}

function InvoiceDialog({ channel, ids, onClose }: PackagesProps & { readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.invoices;
  const [typed, setTyped] = useState('');
  const numbers = trackingNumbersIn(
    typed,
    ids.map((id) => ({ id, number: id })),
  );
  const given = 'fault' in numbers ? [] : numbers.given;
  const fault =
    'fault' in numbers ? (numbers.fault === 'twice' ? words.twice(numbers.text) : words.tooMany(numbers.text)) : null;
  const invoiceNumbers = given.map((each) => ({ packageId: each.orderId, invoiceNumber: each.trackingNumber }));
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="invoices"
      ids={ids}
      terms={fault === null && given.length === ids.length ? { channel, invoiceNumbers } : null}
      onClose={onClose}
    >
      <Textarea
        label={words.numbers}
        description={words.numbersHint}
        data-autofocus
        autosize
        minRows={3}
        maxRows={12}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={fault}
      />
      <Text size="sm" role="status">
        {words.missing(count(given.length, texts), count(ids.length, texts))}
      </Text>
    </BulkDialog>
  );
}
