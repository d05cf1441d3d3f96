import { SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { useCollections } from '../api/shop';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

/** Puts selected products into a collection, or takes them out of it. */
export function CollectButton({ ids }: { readonly ids: readonly string[] }) {
  const texts = useText();
  return <BulkButton act={texts.bulk.collect.act}>{(close) => <CollectDialog ids={ids} onClose={close} />}</BulkButton>;
}

function CollectDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.collect;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [change, setChange] = useState<'add' | 'remove'>('add');
  const pages = useCollections({ status: 'active', ...(text === '' ? {} : { text }) }).data?.pages ?? [];
  const collections = pages.flatMap(({ items }) => items);
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="collections"
      ids={chosen === null ? [] : [chosen]}
      terms={chosen === null ? null : { productIds: ids, change }}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label={words.change}
        value={change}
        onChange={(value) => setChange(value as typeof change)}
        data={[
          { value: 'add', label: words.add },
          { value: 'remove', label: words.remove },
        ]}
      />
      <Select
        label={words.collection}
        data-autofocus
        searchable
        onSearchChange={setText}
        filter={({ options }) => options}
        value={chosen}
        onChange={setChosen}
        data={collections.map(({ id, title }) => ({ value: id, label: visibleText(title) }))}
      />
    </BulkDialog>
  );
}
