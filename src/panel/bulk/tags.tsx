import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

/** Puts tags on selected products, and takes tags off them. */
export function TagsButton({ ids }: { readonly ids: readonly string[] }) {
  const texts = useText();
  return <BulkButton act={texts.bulk.tags.act}>{(close) => <TagsDialog ids={ids} onClose={close} />}</BulkButton>;
}

function TagsDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.tags;
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const terms = add.length + remove.length === 0 ? null : { add, remove };
  return (
    <BulkDialog title={words.title(count(ids.length, texts))} act="tags" ids={ids} terms={terms} onClose={onClose}>
      <TagsInput label={words.add} description={words.hint} data-autofocus value={add} onChange={setAdd} />
      <TagsInput label={words.remove} value={remove} onChange={setRemove} />
    </BulkDialog>
  );
}
