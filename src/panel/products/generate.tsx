import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Checkbox,
  Group,
  SimpleGrid,
  Stack,
  Table,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import { type FormEvent, useState } from 'react';
import { STOCK_MAX } from '../../catalog/stock/limits';
import { Dialog } from '../parts/dialog';
import { LiraInput } from '../parts/lira-input';
import { useLabel } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { Visible } from '../parts/quoted';
import type { Field } from '../store/fields';
import { count } from '../text/format';
import { useText } from '../text/text';
import { variantOptions } from '../text/variant-options';
import { type Combination, combinationsOf, countOf, type Option, patternOver } from './combinations';

/** A variant that was generated, as the form of the product takes it. Its price is in kuruş; null: that of the product. */
export interface Generated {
  readonly title: string;
  readonly sku: string | null;
  readonly price: number | null;
  /** The stock is not counted where it is null. */
  readonly stock: number | null;
}

/** Limits of the contract for the variants of a product. */
interface Limits {
  /** The number of variants that a product has at most. */
  readonly variants: number;
  /** The length of a title. */
  readonly title: number;
  readonly sku: number;
}

/** Reads the limits from the schema of the command. @param most variants of a product, as the schema of their list says */
export function limitsOf(fields: readonly Field[], most: number | undefined): Limits {
  const longest = (name: string): number =>
    fields.find((field) => field.name === name)?.schema.maxLength ?? Number.POSITIVE_INFINITY;
  return { variants: most ?? Number.POSITIVE_INFINITY, title: longest('title'), sku: longest('sku') };
}

interface GenerateProps {
  /** The titles of the variants that there are, in the form as well. */
  readonly known: readonly string[];
  /** The text with which the SKUs begin. */
  readonly start: string;
  readonly limits: Limits;
  readonly onAdd: (generated: readonly Generated[]) => void;
  readonly onClose: () => void;
}

const blank: Option = { name: '', values: [] };

/** Makes variants of the combinations of options, shows them, and hands over those that are not left out. */
export function GenerateDialog({ known, start, limits, onAdd, onClose }: GenerateProps) {
  const texts = useText();
  const says = variantOptions[texts.language];
  const [options, setOptions] = useState<readonly Option[]>([blank]);
  const [typedPattern, setPattern] = useState<string | null>(null);
  const [price, setPrice] = useState<number | null>(null);
  const [stock, setStock] = useState<number | null>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const pattern = typedPattern ?? patternOver(start, options);
  const asked = countOf(options);
  const isBeyond = asked > limits.variants;
  const all = isBeyond ? [] : combinationsOf(options, pattern, known);
  const fresh = all.filter(({ title, isKnown }) => !isKnown && !leftOut.has(title));
  const total = known.length + fresh.length;
  const isLong = ({ title, sku }: Combination): boolean => title.length > limits.title || sku.length > limits.sku;
  const isTooMany = isBeyond || total > limits.variants;
  const submit = (event: FormEvent): void => {
    // The dialog stands in the form of the variants, which is not sent by it.
    event.preventDefault();
    event.stopPropagation();
    onAdd(fresh.map(({ title, sku }) => ({ title, sku: sku || null, price, stock })));
    onClose();
  };
  return (
    <Dialog title={says.title} size="xl" onClose={onClose} closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{says.lead}</Text>
          {options.map((option, at) => (
            <OptionInput
              // An option has no name of its own, and stays in its order.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              option={option}
              name={says.option(count(at + 1, texts))}
              onChange={(changed) => setOptions(options.map((each, other) => (other === at ? changed : each)))}
              {...(options.length > 1
                ? { onRemove: () => setOptions(options.filter((_, other) => other !== at)) }
                : {})}
            />
          ))}
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<PlusIcon aria-hidden />}
              onClick={() => setOptions([...options, blank])}
            >
              {says.more}
            </Button>
          </Group>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput
              label={says.pattern}
              description={says.patternHint}
              inputWrapperOrder={WRAPPED}
              value={pattern}
              onChange={({ currentTarget }) => setPattern(currentTarget.value)}
            />
            <LiraInput
              label={says.price}
              description={says.priceHint}
              inputWrapperOrder={WRAPPED}
              value={price}
              onChange={setPrice}
            />
            <NumberField
              label={says.stock}
              description={says.stockHint}
              inputWrapperOrder={WRAPPED}
              min={0}
              max={STOCK_MAX}
              value={stock}
              onChange={setStock}
            />
          </SimpleGrid>
          {all.length > 0 && (
            <CombinationTable
              all={all}
              isLong={isLong}
              leftOut={leftOut}
              onToggle={(title) => {
                const next = new Set(leftOut);
                if (!next.delete(title)) next.add(title);
                setLeftOut(next);
              }}
            />
          )}
          {isTooMany && (
            <Alert color="red" role="alert">
              {says.tooMany(count(isBeyond ? asked : total, texts), count(limits.variants, texts))}
            </Alert>
          )}
          <Text size="xs" c="dimmed">
            {says.addHint}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" disabled={fresh.length === 0 || isTooMany || fresh.some(isLong)}>
              {fresh.length === 0 ? says.none : says.add(count(fresh.length, texts))}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The order of a field with a description: fields beside each other stay on one line. */
const WRAPPED: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

interface OptionInputProps {
  readonly option: Option;
  readonly name: string;
  readonly onChange: (option: Option) => void;
  readonly onRemove?: () => void;
}

function OptionInput({ option, name, onChange, onRemove }: OptionInputProps) {
  const { language } = useText();
  const says = variantOptions[language];
  return (
    <Group role="group" aria-label={name} align="flex-end" wrap="nowrap" gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }} flex={1}>
        <TextInput
          label={says.name}
          placeholder={says.nameExample}
          maxLength={60}
          value={option.name}
          onChange={({ currentTarget }) => onChange({ ...option, name: currentTarget.value })}
        />
        <TagsInput
          label={says.values}
          placeholder={option.values.length === 0 ? says.valuesExample : ''}
          acceptValueOnBlur
          splitChars={[',']}
          value={[...option.values]}
          onChange={(typed) => {
            const values = typed.flatMap((value) => value.split(',')).map((value) => value.trim());
            onChange({ ...option, values: [...new Set(values.filter(Boolean))] });
          }}
        />
      </SimpleGrid>
      {onRemove && (
        <ActionIcon variant="light" color="red" size="lg" aria-label={`${name}: ${says.remove}`} onClick={onRemove}>
          <Cross2Icon aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

interface CombinationTableProps {
  readonly all: readonly Combination[];
  readonly isLong: (combination: Combination) => boolean;
  readonly leftOut: ReadonlySet<string>;
  readonly onToggle: (title: string) => void;
}

function CombinationTable({ all, isLong, leftOut, onToggle }: CombinationTableProps) {
  const { language } = useText();
  const says = variantOptions[language];
  const [variant, sku] = [useLabel('variant'), useLabel('variant', 'sku')];
  return (
    <Table className="rows" verticalSpacing={4} aria-label={says.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{variant}</Table.Th>
          <Table.Th>{sku}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {all.map((combination) => {
          const { title, sku: code, isKnown } = combination;
          return (
            <Table.Tr key={title}>
              <Table.Td>
                <Checkbox
                  label={
                    <>
                      <Visible text={title} />{' '}
                      <Badge component="span" size="xs" variant="light" color={isKnown ? 'gray' : 'teal'}>
                        {isKnown ? says.taken : says.fresh}
                      </Badge>
                    </>
                  }
                  checked={isKnown || !leftOut.has(title)}
                  disabled={isKnown}
                  onChange={() => onToggle(title)}
                />
              </Table.Td>
              <Table.Td data-head={sku}>
                {!isKnown && (
                  <Text size="sm" span>
                    <Visible text={code || '–'} />
                  </Text>
                )}
                {!isKnown && isLong(combination) && (
                  <Text size="xs" c="red" span>
                    {' '}
                    {says.tooLong}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
