import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Cross2Icon, PlusIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { foldingFilter } from '../parts/folding';
import { LiraInput } from '../parts/lira-input';
import { NumberField } from '../parts/number-field';
import { money } from '../text/format';
import { useText } from '../text/text';
import { type Field, fieldsOf, fitted, type Value, type Values, valuesOf } from './fields';

/** Beyond that a text has lines. */
const LINE_MAX = 500;

const WHOLE_ROW = { style: { gridColumn: '1 / -1' } };

interface InputsProps {
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
  /** The names of the choices in fields that name something: by the field's name, names by id. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The faults of fields, by their names. */
  readonly faults?: Readonly<Record<string, ReactNode>>;
  /** The first field has the focus when the window of the fields opens. */
  readonly focused?: boolean;
  /** Beside each other where there is room. */
  readonly columns?: number;
}

/** The fields of a form, each as its schema says. */
export function Inputs(props: InputsProps) {
  const { fields, values, onChange, names = {}, faults = {}, focused = false, columns = 2 } = props;
  return (
    <SimpleGrid cols={{ base: 1, sm: columns }}>
      {fields.map((field, index) => (
        <div key={field.name} {...(isWide(field) ? WHOLE_ROW : {})} data-faulty={faults[field.name] !== undefined}>
          <Input
            field={field}
            value={values[field.name] as Value}
            onChange={(value) => onChange({ ...values, [field.name]: value })}
            names={names[field.name]}
            focused={focused && index === 0}
          />
          {faults[field.name] && (
            <Text size="xs" c="red" mt={4} role="alert">
              {faults[field.name]}
            </Text>
          )}
        </div>
      ))}
    </SimpleGrid>
  );
}

/** It has many lines, or fields of its own. */
const isWide = ({ schema: { properties, items, maxLength = 0 } }: Field): boolean =>
  properties !== undefined || items?.properties !== undefined || maxLength > LINE_MAX;

interface InputProps {
  readonly field: Field;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly names?: Readonly<Record<string, string>> | undefined;
  readonly focused?: boolean;
}

function useFieldLabel({ schema, name }: Field): string {
  const { language } = useText();
  return schema['x-label']?.[language] ?? name;
}

/** The order of a field with a description. The description stands below the input: fields beside each other stay on one line. */
const WRAPPED: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

function useHelp({ schema, help }: Field) {
  const { language } = useText();
  const said = schema['x-form']?.[language] ?? help?.[language];
  return said === undefined ? {} : { description: said, inputWrapperOrder: WRAPPED };
}

/** Writes the value for which an empty field stands, as its placeholder. */
function useStanding({ schema, optional }: Field) {
  const { common, language } = useText();
  const { default: value, 'x-unit': unit, 'x-words': words } = schema;
  if (!optional || value === undefined || value === null) return {};
  const said = unit === 'kuruş' ? money(Number(value)) : (words?.[String(value)]?.[language] ?? String(value));
  return { placeholder: common.ifEmpty(said) };
}

function Input(props: InputProps) {
  const { schema } = props.field;
  if (schema.type === 'array') return schema.items?.properties ? <ListInput {...props} /> : <WordList {...props} />;
  if (schema.properties) return <GroupInput {...props} />;
  if (schema.type === 'boolean') return <YesOrNo {...props} />;
  if (schema.enum || props.names) return <Choice {...props} />;
  if (schema.type !== 'integer' && schema.type !== 'number') return <Words {...props} />;
  return schema['x-unit'] === 'kuruş' ? <Money {...props} /> : <Count {...props} />;
}

function YesOrNo({ field, value, onChange }: InputProps) {
  const { inputWrapperOrder: _, ...help } = useHelp(field);
  return (
    <Switch
      mt="lg"
      label={useFieldLabel(field)}
      {...help}
      checked={(value ?? field.schema.default) === true}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  );
}

const Money = ({ field, value, onChange }: InputProps) => (
  <LiraInput
    label={useFieldLabel(field)}
    {...useHelp(field)}
    {...useStanding(field)}
    required={!field.optional}
    withAsterisk={false}
    value={typeof value === 'number' ? value : null}
    onChange={(typed, isRead) => isRead && onChange(typed)}
  />
);

function Count({ field, value, onChange }: InputProps) {
  const { schema, optional } = field;
  return (
    <NumberField
      label={useFieldLabel(field)}
      {...useHelp(field)}
      {...useStanding(field)}
      required={!optional}
      withAsterisk={false}
      isDecimal={schema.type === 'number'}
      min={schema.minimum}
      max={schema.maximum}
      value={typeof value === 'number' ? value : null}
      onChange={(typed, isRead) => isRead && onChange(typed)}
    />
  );
}

/** Beyond that who chooses also searches. */
const SEEN_MAX = 10;

function Choice({ field, value, onChange, names }: InputProps) {
  const { language, common } = useText();
  const { schema, optional } = field;
  const words = schema['x-words'] ?? {};
  const data = names
    ? Object.entries(names).map(([id, name]) => ({ value: id, label: visibleText(name) }))
    : (schema.enum ?? []).map((each) => ({ value: String(each), label: words[each]?.[language] ?? String(each) }));
  return (
    <Select
      label={useFieldLabel(field)}
      {...useHelp(field)}
      {...useStanding(field)}
      required={!optional}
      withAsterisk={false}
      allowDeselect={optional}
      clearable={optional && (names !== undefined || schema.default !== undefined)}
      searchable={data.length > SEEN_MAX}
      filter={foldingFilter}
      nothingFoundMessage={common.nothingFound}
      data={data}
      value={value === null || value === '' ? null : String(value)}
      onChange={(chosen) => onChange(chosen !== null && schema.type === 'integer' ? Number(chosen) : chosen)}
    />
  );
}

/** Words, each of its own; a comma is between them wherever it comes from. */
function WordList({ field, value, onChange }: InputProps) {
  const { schema } = field;
  const { maxItems, items } = schema;
  return (
    <TagsInput
      label={useFieldLabel(field)}
      {...useHelp(field)}
      {...useStanding(field)}
      value={((value ?? []) as readonly (string | number)[]).map(String)}
      onChange={(typed) => {
        const words = typed.flatMap((word) => word.split(',')).map((word) => word.trim());
        const each = [...new Set(words.filter(Boolean))];
        onChange(items?.type === 'integer' ? each.map(Number) : each);
      }}
      acceptValueOnBlur
      splitChars={[',']}
      {...(maxItems === undefined ? {} : { maxTags: maxItems })}
      {...(items?.maxLength === undefined ? {} : { maxLength: items.maxLength })}
    />
  );
}

function Words({ field, value, onChange, focused = false }: InputProps) {
  const { schema, optional, pattern } = field;
  const label = useFieldLabel(field);
  const shared = {
    label,
    required: !optional,
    ...(focused ? { 'data-autofocus': true } : {}),
    ...useHelp(field),
    ...useStanding(field),
    withAsterisk: false,
    ...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength }),
    value: typeof value === 'string' ? value : '',
  };
  const typed = (text: string): void => onChange(text === '' && optional ? null : text);
  const leave = (): void => {
    if (typeof value === 'string') typed(fitted(value, schema));
  };
  return (schema.maxLength ?? 0) > LINE_MAX ? (
    <Textarea
      {...shared}
      autosize
      minRows={3}
      maxRows={16}
      onChange={({ currentTarget }) => typed(currentTarget.value)}
    />
  ) : (
    <TextInput
      {...shared}
      {...(pattern ? { pattern } : {})}
      onBlur={leave}
      onChange={({ currentTarget }) => typed(currentTarget.value)}
    />
  );
}

/** A thing with fields of its own. */
const GroupInput = ({ field, value, onChange }: InputProps) => (
  <Fieldset legend={useFieldLabel(field)}>
    <Inputs fields={fieldsOf(field.schema)} values={value as Values} onChange={onChange} />
  </Fieldset>
);

/** Any number of things, each with fields of its own. */
function ListInput({ field, value, onChange }: InputProps) {
  const texts = useText();
  const label = useFieldLabel(field);
  const items = value as readonly Values[];
  const fields = fieldsOf(field.schema.items ?? {});
  return (
    <Fieldset legend={label}>
      {items.map((item, place) => (
        // They have no names of their own, and stay in their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={place} align="flex-start" wrap="nowrap" mb="sm">
          <div style={{ flex: 1 }}>
            <Inputs
              fields={fields}
              values={item}
              onChange={(changed) => onChange(items.map((each, other) => (other === place ? changed : each)))}
            />
          </div>
          <ActionIcon
            mt="lg"
            variant="default"
            aria-label={texts.store.remove(label, place + 1)}
            onClick={() => onChange(items.filter((_, other) => other !== place))}
          >
            <Cross2Icon aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<PlusIcon aria-hidden />}
        disabled={items.length >= (field.schema.maxItems ?? Number.POSITIVE_INFINITY)}
        onClick={() => onChange([...items, valuesOf(fields, null)])}
      >
        {texts.store.add}
      </Button>
    </Fieldset>
  );
}
