import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import { useRef, useState } from 'react';
import type { Product } from '../api/types';
import { useEdited } from '../parts/edited';
import { useLabel } from '../parts/meaning';
import { moved } from '../parts/moved';
import { Part } from '../parts/part';
import { Walk } from '../parts/things';
import { type Field, fieldsOf, trimmed, type Values, valuesOf } from '../store/fields';
import { Inputs } from '../store/inputs';
import { usePayloadFields } from '../store/patch-form';
import { count } from '../text/format';
import { useText } from '../text/text';
import { variantOptions } from '../text/variant-options';
import type { Edit } from './draft';
import { GenerateDialog, type Generated, limitsOf } from './generate';
import { PageForm } from './page-edits';

const COMMAND = 'catalog.product.setVariants';

/** Fields of a variant that are changed above, each with a guard of its own. */
const setElsewhere: readonly string[] = ['price', 'stock'];

/** A variant as it is typed; one that there is not yet has no id. */
interface Row {
  readonly id: string | null;
  /** The key by which the row is told from the others of the form. */
  readonly key: string;
  readonly values: Values;
}

/** The variants of a product in their order: renamed, ordered, taken out, and new ones. They are saved with the page. */
export function Variants({ product }: { readonly product: Product }) {
  const texts = useText();
  const { id: productId, rev, title, variants } = product;
  const label = useLabel('product', 'variants');
  const list = usePayloadFields(COMMAND, []).find(({ name }) => name === 'variants')?.schema;
  const asked = fieldsOf(list?.items ?? {}).filter(({ name }) => name !== 'id');
  const kept = asked.filter(({ name }) => !setElsewhere.includes(name));
  const known = variants.map((each): Row => ({ id: each.id, key: each.id, values: valuesOf(kept, each) }));
  const { values, change, settle, isOvertaken } = useEdited({ rows: known });
  const added = useRef(0);
  const adder = useRef<HTMLButtonElement>(null);
  const { rows } = values;
  const setRows = (next: readonly Row[]): void => change({ rows: [...next] });
  const [generating, setGenerating] = useState(false);
  const add = (generated: readonly Partial<Generated>[]): void => {
    const fresh = generated.map((each): Row => {
      added.current += 1;
      return { id: null, key: `new ${added.current}`, values: { ...valuesOf(asked, null), ...each } };
    });
    setRows([...rows, ...fresh]);
  };
  const isFull = list?.maxItems !== undefined && rows.length >= list.maxItems;
  const stated = rows.map(statedBy);
  const isChanged = JSON.stringify(stated) !== JSON.stringify(known.map(statedBy));
  const calls: Edit[] = isChanged
    ? [{ command: COMMAND, payload: { productId, expectedRev: rev, variants: stated }, changes: [label] }]
    : [];
  const titles = { ...Object.fromEntries(variants.map((each) => [each.id, each.title])), [productId]: title };
  return (
    <Part title={label}>
      <PageForm part="variants" calls={calls} titles={titles} settle={settle} isOvertaken={isOvertaken}>
        <Text size="sm" c="dimmed">
          {rows.length === 0 ? texts.variants.none : texts.variants.lead}
        </Text>
        {rows.map((row, index) => (
          <VariantRow
            key={row.key}
            row={row}
            place={index + 1}
            isLast={index === rows.length - 1}
            fields={row.id === null ? asked : kept}
            onChange={(typed) => setRows(rows.map((each) => (each === row ? { ...row, values: typed } : each)))}
            onMove={(by) => setRows(moved(rows, index, index + by))}
            onRemove={() => {
              setRows(rows.filter((each) => each !== row));
              // The button that was pressed goes with the variant.
              adder.current?.focus();
            }}
          />
        ))}
        <Group>
          <Button
            ref={adder}
            size="xs"
            variant="default"
            leftSection={<PlusIcon aria-hidden />}
            disabled={isFull}
            onClick={() => add([{}])}
          >
            {texts.variants.add}
          </Button>
          <Button size="xs" variant="default" disabled={isFull} onClick={() => setGenerating(true)}>
            {variantOptions[texts.language].button}
          </Button>
        </Group>
      </PageForm>
      {generating && (
        <GenerateDialog
          known={rows.map(({ values: typed }) => String(typed.title ?? ''))}
          start={product.sku ?? product.handle}
          limits={limitsOf(asked, list?.maxItems)}
          onAdd={add}
          onClose={() => setGenerating(false)}
        />
      )}
    </Part>
  );
}

const statedBy = ({ id, values }: Row): Values => ({ ...(id === null ? {} : { id }), ...trimmed(values) });

interface VariantRowProps {
  readonly row: Row;
  /** The place of the variant, from 1. */
  readonly place: number;
  readonly isLast: boolean;
  readonly fields: readonly Field[];
  readonly onChange: (values: Values) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function VariantRow({ row, place, isLast, fields, onChange, onMove, onRemove }: VariantRowProps) {
  const texts = useText();
  const name = texts.variants.at(count(place, texts));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend, and the heading stands beside buttons
    <div role="group" aria-label={name}>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {row.id === null ? texts.variants.isNew(name) : name}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Walk name={name} isFirst={place === 1} isLast={isLast} move={onMove} />
          <ActionIcon variant="light" color="red" aria-label={`${name}: ${texts.variants.remove}`} onClick={onRemove}>
            <Cross2Icon aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      <Inputs fields={fields} values={row.values} onChange={onChange} columns={3} />
    </div>
  );
}
