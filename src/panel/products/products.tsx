import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Cross2Icon, MagnifyingGlassIcon, UploadIcon } from '@radix-ui/react-icons';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { type ProductFilter, readProducts, useCategories, useProducts } from '../api/shop';
import { SelectionBar } from '../bulk/bar';
import { CategorizeButton } from '../bulk/categorize';
import { CollectButton } from '../bulk/collect';
import { ArchiveButton } from '../bulk/plain';
import { AskedPrices, PricesButton } from '../bulk/prices';
import { Selecting, useSelection } from '../bulk/selection';
import { StockButton } from '../bulk/stock';
import { TagsButton } from '../bulk/tags';
import { useChoices, useLabel } from '../parts/meaning';
import { Empty, PageHeader, Pages } from '../parts/states';
import { useText } from '../text/text';
import { ColumnsButton } from '../views/columns';
import { Lapsed, partLapsed } from '../views/lapsed';
import { ViewTabs } from '../views/tabs';
import { CreateButton } from './create';
import { ExportProducts } from './spreadsheet/export';
import { ProductTable, productsAhead, useProductColumns } from './table';
import { useBuiltInViews, useProductJudges } from './views';

const names = ['text', 'status', 'stock', 'sort', 'mediaId', 'categoryId'] as const;
const TYPING_MS = 300;

/** Keeps the filter in the address, so that a way back from a product finds the same list. */
function useFilter(): readonly [ProductFilter, (name: keyof ProductFilter, value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const filter: ProductFilter = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const choose = (name: keyof ProductFilter, value: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [filter, choose];
}

/** The catalog as its merchant looks through it. */
export function ProductsPage() {
  const texts = useText();
  const [stated, choose] = useFilter();
  const { valid: filter, lapsed } = partLapsed(stated, useProductJudges());
  // The fields begin anew with each view that is opened: they would keep the words that were typed before.
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((times) => times + 1);
  const products = useProducts(filter);
  const { sort: _sort, ...narrowing } = filter;
  const isFiltered = Object.keys(narrowing).length > 0;
  return (
    <>
      <PageHeader title={texts.nav.products} lead={texts.products.lead}>
        <Button component={Link} href="/products/import" variant="default" leftSection={<UploadIcon aria-hidden />}>
          {texts.spreadsheet.import}
        </Button>
        <ExportProducts />
        <CreateButton />
      </PageHeader>
      <AskedPrices />
      <ViewTabs list="products" builtIn={useBuiltInViews()} stated={stated} filter={filter} onOpen={open}>
        <ColumnsButton list="products" columns={useProductColumns()} />
      </ViewTabs>
      <Lapsed path="/products" valid={filter} lapsed={lapsed} onOpen={open} />
      <Filters key={opened} filter={filter} choose={choose} />
      <ProductPages
        query={products}
        filter={filter}
        empty={
          isFiltered ? (
            <Empty title={texts.products.emptyFiltered} />
          ) : (
            <Empty title={texts.products.empty} hint={texts.products.emptyHint}>
              <Anchor component={Link} href="/marketplace" size="sm">
                {texts.products.toMarketplace}
              </Anchor>
            </Empty>
          )
        }
      />
    </>
  );
}

interface FiltersProps {
  readonly filter: ProductFilter;
  readonly choose: ReturnType<typeof useFilter>[1];
}

function Filters({ filter, choose }: FiltersProps) {
  const texts = useText();
  const [typed, setTyped] = useState(filter.text ?? '');
  const seek = useDebouncedCallback((text: string) => choose('text', text.trim()), TYPING_MS);
  const statuses = useChoices('product', 'status');
  const status = useLabel('product', 'status');
  const category = useLabel('product', 'categoryId');
  const categories = useCategories().data ?? [];
  return (
    <Group mb="md" gap="xs" align="flex-end" component="section" role="search">
      <TextInput
        flex="4 1 14rem"
        type="search"
        label={texts.products.search}
        placeholder={texts.products.searchPlaceholder}
        leftSection={<MagnifyingGlassIcon />}
        maxLength={100}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          seek(value);
        }}
      />
      {categories.length > 0 && (
        <Select
          flex="1 1 9rem"
          label={category}
          placeholder={texts.common.all}
          clearable
          searchable
          value={filter.categoryId ?? null}
          onChange={(categoryId) => choose('categoryId', categoryId)}
          data={categories.map(({ id, name }) => ({ value: id, label: visibleText(name) }))}
        />
      )}
      <Select
        flex="1 1 9rem"
        label={texts.products.stock}
        placeholder={texts.common.all}
        clearable
        value={filter.stock ?? null}
        onChange={(stock) => choose('stock', stock)}
        data={choices(texts.products.stocks)}
      />
      <Select
        flex="1 1 9rem"
        label={status}
        allowDeselect={false}
        value={filter.status ?? 'active'}
        onChange={(chosen) => choose('status', chosen === 'active' ? null : chosen)}
        data={[...statuses, { value: 'all', label: texts.common.all }]}
      />
      <Select
        flex="1 1 9rem"
        label={texts.products.sort}
        allowDeselect={false}
        value={filter.sort ?? '-createdAt'}
        onChange={(sort) => choose('sort', sort === '-createdAt' ? null : sort)}
        data={choices(texts.products.sorts)}
      />
      {filter.mediaId && (
        <Button variant="light" rightSection={<Cross2Icon aria-hidden />} onClick={() => choose('mediaId', null)}>
          {texts.products.ofPicture}
        </Button>
      )}
    </Group>
  );
}

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface ProductPagesProps {
  readonly query: ReturnType<typeof useProducts>;
  /** The filter of the list: in another one nothing is selected. */
  readonly filter: Parameters<typeof useProducts>[0];
  readonly empty: ReactNode;
}

/** A list of products, of which many can be selected and changed at once. */
export function ProductPages({ query, filter, empty }: ProductPagesProps) {
  const selection = useSelection(JSON.stringify(filter));
  return (
    <>
      <Pages query={query} empty={empty} ahead={productsAhead}>
        {(items) => (
          <Selecting of={selection}>
            <ProductTable items={items} />
          </Selecting>
        )}
      </Pages>
      <SelectionBar selection={selection} list={query} read={(most) => readProducts(filter, most)}>
        {(items) => {
          const ids = items.map(({ id }) => id);
          return (
            <>
              <PricesButton ids={ids} />
              <StockButton ids={ids} />
              <CategorizeButton ids={ids} />
              <CollectButton ids={ids} />
              <TagsButton ids={ids} />
              <ArchiveButton ids={ids} />
            </>
          );
        }}
      </SelectionBar>
    </>
  );
}
