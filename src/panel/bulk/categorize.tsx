import { Select } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { useCategories } from '../api/shop';
import { count } from '../text/format';
import { useText } from '../text/text';
import { BulkButton, BulkDialog } from './dialog';

const NONE = 'none';

/** Puts selected products into a category. */
export function CategorizeButton({ ids }: { readonly ids: readonly string[] }) {
  const texts = useText();
  return (
    <BulkButton act={texts.bulk.categorize.act}>{(close) => <CategorizeDialog ids={ids} onClose={close} />}</BulkButton>
  );
}

function CategorizeDialog({ ids, onClose }: { readonly ids: readonly string[]; readonly onClose: () => void }) {
  const texts = useText();
  const words = texts.bulk.categorize;
  const categories = (useCategories().data ?? []).filter(({ status }) => status === 'active');
  const [chosen, setChosen] = useState<string | null>(null);
  const terms = chosen === null ? null : { categoryId: chosen === NONE ? null : chosen };
  return (
    <BulkDialog
      title={words.title(count(ids.length, texts))}
      act="categories"
      ids={ids}
      terms={terms}
      onClose={onClose}
    >
      <Select
        label={words.category}
        data-autofocus
        searchable
        value={chosen}
        onChange={setChosen}
        data={[
          { value: NONE, label: words.none },
          ...categories.map(({ id, name }) => ({ value: id, label: visibleText(name) })),
        ]}
      />
    </BulkDialog>
  );
}
