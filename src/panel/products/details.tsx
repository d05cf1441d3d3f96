import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useCategories } from '../api/shop';
import type { Category, Product } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { Part } from '../parts/part';
import { Titles } from '../parts/titles';
import { FieldName, Value } from '../parts/value';
import { usePayloadFields } from '../store/patch-form';
import { useText } from '../text/text';
import { PagePatch } from './page-patch';

const COMMAND = 'catalog.product.update';

/** Shows the fields of a product beside its price, stock and pictures: to be changed while it is sold, and to be read. */
export function Details({ product }: { readonly product: Product }) {
  const texts = useText();
  const categories = useCategories().data ?? [];
  const isActive = product.status === 'active';
  const fields = usePayloadFields(COMMAND, beside);
  const { id, rev, title, categoryId } = product;
  // An archived category can be left and not chosen.
  const open = categories.filter((each) => each.status === 'active' || each.id === categoryId);
  const edited = new Set<string>(isActive ? [...fields.map(({ name }) => name), ...beside] : []);
  return (
    <Part title={texts.products.details}>
      <Stack>
        {isActive && (
          <PagePatch
            part="details"
            command={COMMAND}
            of={{ productId: id, expectedRev: rev }}
            fields={fields}
            thing={product}
            names={{ categoryId: namesOf(open) }}
            titles={{ ...namesOf(categories), [id]: title }}
          />
        )}
        <Shown product={product} fields={shown.filter((field) => !edited.has(field))} names={namesOf(categories)} />
      </Stack>
    </Part>
  );
}

/** Fields for which the forms beside it ask, and fields for which nobody is asked. */
const beside: readonly string[] = ['productId', 'title', 'compareAt', 'requiresShipping', 'withdrawalException'];

const namesOf = (categories: readonly Category[]): Record<string, string> =>
  Object.fromEntries(categories.map(({ id, name }) => [id, name]));

/** Fields that no other part of the page shows. */
const shown = [
  'brand',
  'categoryId',
  'sku',
  'barcode',
  'compareAt',
  'vatRate',
  'tags',
  'handle',
  'requiresShipping',
  'withdrawalException',
  'description',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Product)[];

interface ShownProps {
  readonly product: Product;
  readonly fields: readonly (typeof shown)[number][];
  readonly names: Readonly<Record<string, string>>;
}

function Shown({ product, fields, names }: ShownProps) {
  const { meanings } = useMeanings();
  return (
    <Titles value={names}>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} component="dl" m={0} spacing="sm">
        {fields.map((field) => (
          <div key={field}>
            <Text size="xs" c="dimmed" component="dt">
              <FieldName field={field} place={meanings('product', field)} />
            </Text>
            <dd className="value" style={{ margin: 0 }}>
              <Value place={meanings('product', field)} value={product[field]} tone="only" />
            </dd>
          </div>
        ))}
      </SimpleGrid>
    </Titles>
  );
}
