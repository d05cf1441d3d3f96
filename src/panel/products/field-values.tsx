import { Anchor, Select, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { kurusIn, liraText } from '../../kernel/money';
import { type Definition, type Filled, useFieldsOf } from '../api/fields';
import { useEdited } from '../parts/edited';
import { LiraInput } from '../parts/lira-input';
import { Part } from '../parts/part';
import { Failure, Loading } from '../parts/states';
import { useText } from '../text/text';
import { fieldCalls, isNoJson, typedOf } from './field-draft';
import { type FormEdits, PageForm } from './page-edits';
import type { Ran } from './preview';
import { PreviewedForm } from './previewed-form';
import { isReference, ReferenceInput } from './reference-input';

interface ThingProps {
  readonly ownerId: string;
  readonly name: string;
}

/** Shows the values of a thing's custom fields, and changes them, as a part of its page that is sent by itself. */
export function FieldValues({ onRan, ...thing }: ThingProps & { readonly onRan: (ran: Ran) => void }) {
  const texts = useText();
  return (
    <Part title={texts.nav.fields}>
      <ValuesOf
        {...thing}
        form={(edits, inputs) => (
          <PreviewedForm {...edits} button={texts.fields.preview} onRan={onRan}>
            {inputs}
          </PreviewedForm>
        )}
      />
    </Part>
  );
}

/** The same as a part of a page that is saved at once. @param part see {@link PageForm} */
export const PageFieldValues = ({ part, ...thing }: ThingProps & { readonly part: string }) => (
  <ValuesOf
    {...thing}
    form={(edits, inputs) => (
      <PageForm part={part} {...edits}>
        {inputs}
      </PageForm>
    )}
  />
);

interface ValuesOfProps extends ThingProps {
  /** The form around the inputs. */
  readonly form: (edits: FormEdits, inputs: ReactNode) => ReactNode;
}

function ValuesOf(props: ValuesOfProps) {
  const { data: filled, error, refetch } = useFieldsOf(props.ownerId);
  if (!filled) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  return filled.fields.length === 0 ? <NoFields /> : <ValuesForm {...props} filled={filled} />;
}

/** Says that things of the kind have no fields, and where one adds them. */
export function NoFields() {
  const texts = useText();
  return (
    <Text size="sm" c="dimmed">
      {texts.fields.noneDefined}{' '}
      <Anchor component={Link} href="/settings/fields" size="sm" underline="always">
        {texts.fields.create}
      </Anchor>
    </Text>
  );
}

interface ValuesFormProps extends ValuesOfProps {
  readonly filled: Filled;
}

function ValuesForm({ ownerId, name, form, filled: { fields, things } }: ValuesFormProps) {
  const texts = useText();
  const [seen, setSeen] = useState<typeof things>(new Map());
  const known = new Map([...things, ...seen]);
  const {
    values: typed,
    change,
    settle,
    isOvertaken,
  } = useEdited(Object.fromEntries(fields.map((field) => [field.id, typedOf(field)])));
  const titles = {
    ...Object.fromEntries([...known.values()].map(({ id, title }) => [id, title ?? texts.fields.nameless])),
    ...Object.fromEntries(fields.map(({ id, label }) => [id, label])),
    [ownerId]: name,
  };
  const inputs = (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {fields.map((field) => {
        const shared = {
          field,
          typed: typed[field.id] ?? '',
          onType: (text: string) => change({ ...typed, [field.id]: text }),
        };
        return isReference(field.type) ? (
          <ReferenceInput
            key={field.id}
            {...shared}
            type={field.type}
            known={known}
            onSeen={(thing) => setSeen(new Map([...seen, [thing.id, thing]]))}
          />
        ) : (
          <FieldInput key={field.id} {...shared} />
        );
      })}
    </SimpleGrid>
  );
  return form({ calls: fieldCalls(ownerId, fields, typed), titles, settle, isOvertaken }, inputs);
}

export interface FieldInputProps {
  readonly field: Definition;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

function FieldInput({ field, typed, onType }: FieldInputProps) {
  const texts = useText();
  const { label, description, type, list, validations } = field;
  const shared = { label, ...(description ? { description } : {}) };
  const choices = type === 'boolean' ? ['true', 'false'] : validations.choices;
  if (choices && !list)
    return (
      <Select
        {...shared}
        clearable
        data={choices.map((value) => ({ value, label: type === 'boolean' ? texts.fields.yesOrNo(value) : value }))}
        value={typed === '' ? null : typed}
        onChange={(value) => onType(value ?? '')}
      />
    );
  if (list || type === 'multiline' || type === 'json')
    return (
      <Textarea
        {...shared}
        {...(list ? { description: [description, texts.fields.onePerLine].filter(Boolean).join(' ') } : {})}
        autosize
        minRows={2}
        {...(type === 'json' ? { spellCheck: false, styles: { input: { fontFamily: 'monospace' } } } : {})}
        error={isNoJson(field, typed) && texts.fields.noJson}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    );
  if (type === 'money')
    return (
      <LiraInput
        {...shared}
        value={kurusIn(typed) ?? null}
        onChange={(kurus) => onType(kurus === null ? '' : liraText(kurus))}
      />
    );
  return (
    <TextInput
      {...shared}
      {...(type === 'date' ? { type: 'date' } : {})}
      {...(type === 'integer' || type === 'decimal' ? { inputMode: 'decimal' as const } : {})}
      value={typed}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
