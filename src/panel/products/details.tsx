import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommands } from '../api/queries';
import { useCategories } from '../api/shop';
import type { Category, Product } from '../api/types';
import { useMeanings } from '../parts/meaning';
import { Part } from '../parts/part';
import { Titles } from '../parts/titles';
import { FieldName, Value } from '../parts/value';
import { type Field, fieldsOf, type Schema, type Values, valuesOf } from '../store/fields';
import { Inputs } from '../store/inputs';
import { useText } from '../text/text';
import { PreviewDialog, type Ran } from './preview';

const COMMAND = 'catalog.product.update';

interface DetailsProps {
  readonly product: Product;
  readonly onRan: (ran: Ran) => void;
}

/** What a product is beside its price, stock and pictures: to be changed while it is sold, and to be read. */
export function Details({ product, onRan }: DetailsProps) {
  const texts = useText();
  const payload = useCommands().data?.items.find(({ id }) => id === COMMAND)?.payload as Schema | undefined;
  const isActive = product.status === 'active';
  const fields = isActive ? fieldsOf(payload ?? {}).filter(({ name }) => !beside.includes(name)) : [];
  const known = valuesOf(fields, product);
  const edited = new Set<string>([...fields.map(({ name }) => name), ...(isActive ? beside : [])]);
  return (
    <Part title={texts.products.details}>
      <Stack>
        {/* What was typed belongs to what stood there. */}
        {isActive && <DetailsForm key={JSON.stringify(known)} {...{ product, fields, known, onRan }} />}
        <Shown product={product} fields={shown.filter((field) => !edited.has(field))} />
      </Stack>
    </Part>
  );
}

/** What the forms above it ask for, and what nobody is asked for. */
const beside: readonly string[] = ['productId', 'title', 'compareAt'];

interface DetailsFormProps extends DetailsProps {
  readonly fields: readonly Field[];
  readonly known: Values;
}

/** Nothing is sent before it was shown what it does, and of that only what was changed. */
function DetailsForm({ product, fields, known, onRan }: DetailsFormProps) {
  const texts = useText();
  const categories = useCategories().data ?? [];
  // What has been archived can be left and not chosen.
  const open = categories.filter((each) => each.status === 'active' || each.id === product.categoryId);
  const [values, setValues] = useState(known);
  const [asked, setAsked] = useState(false);
  const { id, rev, title } = product;
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Inputs fields={fields} values={values} onChange={setValues} names={{ categoryId: namesOf(open) }} />
        <Group justify="flex-end">
          <Button type="submit" disabled={Object.keys(changed).length === 0}>
            {texts.products.previewDetails}
          </Button>
        </Group>
      </Stack>
      {asked && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={[{ command: COMMAND, payload: { productId: id, expectedRev: rev, ...changed } }]}
          titles={{ ...namesOf(categories), [id]: title }}
          onRan={onRan}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}

const namesOf = (categories: readonly Category[]): Record<string, string> =>
  Object.fromEntries(categories.map(({ id, name }) => [id, name]));

/** What no other part of the page shows. */
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
}

function Shown({ product, fields }: ShownProps) {
  const { meanings } = useMeanings();
  const categories = useCategories().data ?? [];
  return (
    <Titles value={namesOf(categories)}>
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
