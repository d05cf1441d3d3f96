import { Badge, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useCategories } from '../api/shop';
import type { ListedProduct } from '../api/types';
import { SelectOne, SelectShown } from '../bulk/selection';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import type { RowsAhead } from '../parts/states';
import { Thumb } from '../parts/thumb';
import { Ago } from '../parts/time';
import { count } from '../text/format';
import { useText } from '../text/text';
import { type Column, ColumnTable } from '../views/columns';
import { PriceOf, StockOf } from './amounts';

export const productsAhead: RowsAhead = { wide: 65, narrow: 81, form: 'table' };

/** The columns of the list that a person may choose. */
export function useProductColumns(): readonly Column<ListedProduct>[] {
  const texts = useText();
  const word = useWord('product', 'status');
  const categories = useCategories().data;
  const nameOf = (id: string | null) => categories?.find((each) => each.id === id)?.name;
  const extra = { className: 'labelled value', isExtra: true } as const;
  return [
    {
      key: 'price',
      head: useLabel('product', 'price'),
      className: 'amount lead',
      show: (product) => <PriceOf {...product} />,
    },
    {
      key: 'stock',
      head: useLabel('product', 'stock'),
      className: 'amount labelled',
      show: (product) => <StockOf {...product} />,
    },
    {
      key: 'status',
      head: useLabel('product', 'status'),
      show: ({ status }) => (
        <Badge variant="light" color={status === 'active' ? 'teal' : 'gray'}>
          {word(status)}
        </Badge>
      ),
    },
    {
      key: 'updatedAt',
      head: useLabel('product', 'updatedAt'),
      className: 'labelled',
      show: ({ updatedAt }) => <Ago at={updatedAt} />,
    },
    {
      key: 'sku',
      head: useLabel('product', 'sku'),
      ...extra,
      show: ({ sku }) => <Visible text={sku ?? texts.common.nothing} />,
    },
    {
      key: 'barcode',
      head: useLabel('product', 'barcode'),
      ...extra,
      show: ({ barcode }) => <Visible text={barcode ?? texts.common.nothing} />,
    },
    {
      key: 'category',
      head: useLabel('product', 'categoryId'),
      ...extra,
      show: ({ categoryId }) => <Visible text={nameOf(categoryId) ?? texts.common.nothing} />,
    },
    {
      key: 'createdAt',
      head: useLabel('product', 'createdAt'),
      ...extra,
      show: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ];
}

/** Products as a row each, which leads to its page. */
export function ProductTable({ items }: { readonly items: readonly ListedProduct[] }) {
  const texts = useText();
  const title = useLabel('product', 'title');
  return (
    <ColumnTable
      list="products"
      className="rows compact"
      ahead={productsAhead}
      items={items}
      columns={useProductColumns()}
      first={{
        head: (
          <Group gap="sm" wrap="nowrap">
            <SelectShown of={items} />
            {title}
          </Group>
        ),
        className: 'value',
        show: ({ id, title: name, brand, variants, picture }) => {
          const facts = [brand, variants.length > 0 ? texts.products.variants(count(variants.length, texts)) : null];
          return (
            <Group wrap="nowrap" gap="sm">
              <SelectOne id={id} title={name} />
              <Thumb url={picture?.url} title={name} />
              <div className="value">
                <Link href={`/products/${id}`} className="name mantine-focus-auto">
                  <Visible text={name} />
                </Link>
                <Text size="xs" c="dimmed" component="div">
                  <Visible text={facts.filter((fact) => fact !== null).join(' · ')} />
                </Text>
              </div>
            </Group>
          );
        },
      }}
    />
  );
}
