import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { useProduct, useProducts } from '../api/shop';
import { useText } from '../text/text';

interface OfProductProps {
  /** The entity of the rows; the address may name anything. */
  readonly entity: string | undefined;
  readonly onChoose: (entity: string | undefined) => void;
}

const TYPING_MS = 300;

/** Finds the rows of a product by its name: nobody remembers an identifier. */
export function OfProduct({ entity, onChoose }: OfProductProps) {
  const texts = useText();
  const isProduct = entity?.startsWith('prd_') ?? false;
  const chosen = useProduct(entity ?? '', isProduct);
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim().slice(0, 100), TYPING_MS);
  const name = chosen.data && visibleText(chosen.data.title);
  const found = useProducts({ status: 'all', ...(text && text !== name ? { text } : {}) });
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  const options = items.map(({ id, title }) => ({ value: id, label: visibleText(title) }));
  const isListed = options.some(({ value }) => value === entity);
  const current = entity === undefined || isListed ? [] : [{ value: entity, label: name ?? texts.audit.oneThing }];
  return (
    <Select
      label={texts.audit.product}
      placeholder={texts.common.all}
      clearable
      searchable
      value={entity ?? null}
      onChange={(next) => onChoose(next ?? undefined)}
      onSearchChange={setTyped}
      data={[...current, ...options]}
      // The API has found them by brand, stock code and barcode too.
      filter={({ options: offered }) => offered}
      nothingFoundMessage={texts.products.emptyFiltered}
    />
  );
}
