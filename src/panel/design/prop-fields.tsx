import { Fieldset, Stack } from '@mantine/core';
import type { Schema, Value } from '../store/fields';
import { Inputs } from '../store/inputs';
import { useText } from '../text/text';
import { CategoryInput, MenuInput } from './choice-inputs';
import { LinkInput, type LinkValue } from './link-input';
import { type Block, RichTextInput } from './rich-text-input';
import { ThingInput } from './thing-input';

/** Schema of a prop, with the hint that says what it holds. */
export interface PropSchema extends Schema {
  readonly 'x-hint'?: string;
  readonly properties?: Readonly<Record<string, PropSchema>>;
  readonly items?: PropSchema;
}

type Props = Readonly<Record<string, unknown>>;

interface PropFieldsProps {
  readonly schema: PropSchema;
  readonly props: Props;
  readonly onChange: (props: Props) => void;
}

/** Shows the fields of a section, each as its schema says. A field that is left empty is not stated. */
export function PropFields({ schema: { properties = {}, required = [] }, props, onChange }: PropFieldsProps) {
  return (
    <Stack gap="sm">
      {Object.entries(properties).map(([name, schema]) => (
        <PropInput
          key={name}
          name={name}
          schema={schema}
          isRequired={required.includes(name)}
          value={props[name]}
          onChange={(value) => {
            const { [name]: _, ...others } = props;
            onChange(isEmpty(value) ? others : { ...props, [name]: value });
          }}
        />
      ))}
    </Stack>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

interface PropInputProps {
  readonly name: string;
  readonly schema: PropSchema;
  readonly isRequired: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function PropInput({ name, schema, isRequired, value, onChange }: PropInputProps) {
  const { language } = useText();
  const label = schema['x-label']?.[language] ?? name;
  const hint = schema['x-hint'] ?? schema.items?.['x-hint'];
  if (hint === 'product' || hint === 'collection' || hint === 'media') {
    const most = schema.items ? schema.maxItems : undefined;
    return (
      <ThingInput label={label} kind={hint} isList={!!schema.items} most={most} value={value} onChange={onChange} />
    );
  }
  if (hint === 'category') return <CategoryInput label={label} value={textIn(value)} onChange={onChange} />;
  if (hint === 'menu') return <MenuInput label={label} value={textIn(value)} onChange={onChange} />;
  if (hint === 'link') return <LinkInput label={label} value={value as LinkValue | undefined} onChange={onChange} />;
  if (hint === 'richText')
    return <RichTextInput label={label} value={(value ?? []) as readonly Block[]} onChange={onChange} />;
  if (schema.properties)
    return (
      <Fieldset legend={label}>
        <PropFields schema={schema} props={(value ?? {}) as Props} onChange={onChange} />
      </Fieldset>
    );
  const field = { name, schema: { ...schema, 'x-label': { tr: label, en: label } }, optional: !isRequired };
  const known = (value ?? (schema.type === 'boolean' ? false : null)) as Value;
  return (
    <Inputs
      columns={1}
      fields={[field]}
      values={{ [name]: known }}
      onChange={({ [name]: typed }) => onChange(typed === '' ? undefined : typed)}
    />
  );
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
