import { Text } from '@mantine/core';
import { useMay } from '../parts/meaning';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

interface SelectedProps {
  readonly ids: readonly string[];
}

/** Archives the selected products of a list. */
export function ArchiveButton({ ids }: SelectedProps) {
  return <PlainButton ids={ids} words={useText().bulk.archive} act="archivings" />;
}

/** Confirms the transfers of selected orders. */
export function TransfersButton({ ids }: SelectedProps) {
  const texts = useText();
  if (!useMay()('bulk.transfers.confirm')) return null;
  return <PlainButton ids={ids} words={texts.bulk.transfers} act="transfers" />;
}

interface PlainButtonProps extends SelectedProps {
  readonly words: { readonly act: string; readonly title: (count: string) => string; readonly text: string };
  /** The last part of the path of the act. */
  readonly act: string;
}

/** An act that asks for no terms. */
function PlainButton({ ids, words, act }: PlainButtonProps) {
  const texts = useText();
  return (
    <BulkButton act={words.act}>
      {(close) => (
        <BulkDialog title={words.title(count(ids.length, texts))} act={act} ids={ids} terms={{}} onClose={close}>
          <Text size="sm">{words.text}</Text>
        </BulkDialog>
      )}
    </BulkButton>
  );
}
