import { Text } from '@mantine/core';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog, RecordButton } from './dialog';
import { useNumbers } from './numbers-input';

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
  const { given, input } = useNumbers(
    ids.map((id) => ({ id, number: id })),
    words,
    { 'data-autofocus': true },
  );
  const invoiceNumbers = given?.map((each) => ({ packageId: each.orderId, invoiceNumber: each.trackingNumber }));
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="invoices"
      ids={ids}
      terms={invoiceNumbers?.length === ids.length ? { channel, invoiceNumbers } : null}
      onClose={onClose}
    >
      {input}
      <Text size="sm" role="status">
        {words.missing(count(given?.length ?? 0, texts), count(ids.length, texts))}
      </Text>
    </BulkDialog>
  );
}
