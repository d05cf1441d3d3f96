import { Paper, SimpleGrid, Table, Text, TextInput, Title } from '@mantine/core';
import { STOCK_MAX } from '../../catalog/stock/limits';
import type { Product } from '../api/types';
import { useEdited } from '../parts/edited';
import { LiraInput } from '../parts/lira-input';
import { useLabel } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { Visible } from '../parts/quoted';
import { saving } from '../text/saving';
import { useText } from '../text/text';
import { callsOf, type Draft, draftOf } from './draft';
import { PageForm } from './page-edits';

/** Title, prices and stock in one form, which is saved with the page. */
export function EditForm({ product }: { readonly product: Product }) {
  const texts = useText();
  const title = useLabel('product', 'title');
  const price = useLabel('product', 'price');
  const compareAt = useLabel('product', 'compareAt');
  const stock = useLabel('product', 'stock');
  const { values: draft, change: setDraft, settle, isOvertaken } = useEdited(draftOf(product));
  const { of } = saving[texts.language];
  const calls = callsOf(product, draft, { title, price, compareAt, stock, of });
  const titles = Object.fromEntries([product, ...product.variants].map((each) => [each.id, each.title]));
  const hasVariants = product.variants.length > 0;
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.products.edit}>
      <PageForm part="edit" calls={calls} titles={titles} settle={settle} isOvertaken={isOvertaken}>
        <Title order={2} size="h4">
          {texts.products.edit}
        </Title>
        <TextInput
          label={title}
          required
          maxLength={200}
          value={draft.title}
          onChange={({ currentTarget }) => setDraft({ ...draft, title: currentTarget.value })}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <PriceInput id={product.id} draft={draft} setDraft={setDraft} required />
          <LiraInput
            label={compareAt}
            value={draft.compareAt}
            onChange={(kurus) => setDraft({ ...draft, compareAt: kurus })}
          />
          {!hasVariants && <StockInput id={product.id} draft={draft} setDraft={setDraft} />}
        </SimpleGrid>
        {hasVariants && <VariantInputs product={product} draft={draft} setDraft={setDraft} />}
        <Text size="xs" c="dimmed">
          {texts.products.emptyStock} {hasVariants && texts.products.emptyPrice}
        </Text>
      </PageForm>
    </Paper>
  );
}

interface InputProps {
  readonly id: string;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly required?: boolean;
  /** The name of the thing, where the label stands above a whole column. */
  readonly of?: string;
}

export function PriceInput({ id, draft, setDraft, required = false, of }: InputProps) {
  const texts = useText();
  const label = useLabel('product', 'price');
  return (
    <LiraInput
      {...(of === undefined ? { label } : { 'aria-label': `${of}: ${label}`, placeholder: texts.products.ofProduct })}
      required={required}
      value={draft.prices[id] ?? null}
      onChange={(price) => setDraft({ ...draft, prices: { ...draft.prices, [id]: price } })}
    />
  );
}

export function StockInput({ id, draft, setDraft, of }: InputProps) {
  const texts = useText();
  const label = useLabel('product', 'stock');
  return (
    <NumberField
      {...(of === undefined ? { label } : { 'aria-label': `${of}: ${label}` })}
      placeholder={texts.products.untracked}
      min={0}
      max={STOCK_MAX}
      value={draft.stocks[id] ?? null}
      onChange={(stock) => setDraft({ ...draft, stocks: { ...draft.stocks, [id]: stock } })}
    />
  );
}

interface VariantInputsProps extends Pick<InputProps, 'draft' | 'setDraft'> {
  readonly product: Product;
}

function VariantInputs({ product, draft, setDraft }: VariantInputsProps) {
  const variants = useLabel('product', 'variants');
  const price = useLabel('product', 'price');
  const stock = useLabel('product', 'stock');
  const sku = useLabel('product', 'sku');
  return (
    <Table className="rows" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{variants}</Table.Th>
          <Table.Th>{price}</Table.Th>
          <Table.Th>{stock}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {product.variants.map((variant) => (
          <Table.Tr key={variant.id}>
            <Table.Td className="value">
              <Text size="sm" fw={600}>
                <Visible text={variant.title} />
              </Text>
              {variant.sku && (
                <Text size="xs" c="dimmed">
                  {sku}: <Visible text={variant.sku} />
                </Text>
              )}
            </Table.Td>
            <Table.Td data-head={price}>
              <PriceInput id={variant.id} draft={draft} setDraft={setDraft} of={variant.title} />
            </Table.Td>
            <Table.Td data-head={stock}>
              <StockInput id={variant.id} draft={draft} setDraft={setDraft} of={variant.title} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
