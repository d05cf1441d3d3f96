import { Anchor, Button, Group, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { kurusIn, liraText } from '../../kernel/money';
import { type Definition, type Filled, useFieldsOf } from '../api/fields';
import { useEdited } from '../parts/edited';
import { LiraInput } from '../parts/lira-input';
import { Overtaken } from '../parts/overtaken';
import { Part } from '../parts/part';
import { Failure, Loading } from '../parts/states';
import { useUnsaved } from '../parts/unsaved';
import { useText } from '../text/text';
import { fieldCalls, isNoJson, typedOf } from './field-draft';
import { PreviewDialog, type Ran } from './preview';
import { isReference, ReferenceInput } from './reference-input';

interface FieldValuesProps {
  readonly ownerId: string;
  readonly name: string;
  readonly onRan: (ran: Ran) => void;
}

/** Shows the values of a thing's custom fields, and changes them, as a part of its page. */
export const FieldValues = (props: FieldValuesProps) => (
  <Part title={useText().nav.fields}>
    <ValuesOf {...props} />
  </Part>
);

/** The same within a part that says whose they are. */
export function ValuesOf({ ownerId, name, onRan }: FieldValuesProps) {
  const { data: filled, error, refetch } = useFieldsOf(ownerId);
  if (!filled) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const { fields } = filled;
  if (fields.length === 0) return <NoFields />;
  return <ValuesForm ownerId={ownerId} name={name} filled={filled} onRan={onRan} />;
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

interface ValuesFormProps extends FieldValuesProps {
  readonly filled: Filled;
}

function ValuesForm({ ownerId, name, filled: { fields, things }, onRan }: ValuesFormProps) {
  const texts = useText();
  const [seen, setSeen] = useState<typeof things>(new Map());
  const known = new Map([...things, ...seen]);
  const {
    values: typed,
    change,
    settle,
    isOvertaken,
  } = useEdited(Object.fromEntries(fields.map((field) => [field.id, typedOf(field)])));
  const [shown, setShown] = useState(false);
  const calls = fieldCalls(ownerId, fields, typed);
  useUnsaved(calls.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
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
        <Overtaken is={isOvertaken} />
        <Group justify="flex-end">
          <Button type="submit" disabled={calls.length === 0}>
            {texts.fields.preview}
          </Button>
        </Group>
      </Stack>
      {shown && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={calls}
          titles={{
            ...Object.fromEntries([...known.values()].map(({ id, title }) => [id, title ?? texts.fields.nameless])),
            ...Object.fromEntries(fields.map(({ id, label }) => [id, label])),
            [ownerId]: name,
          }}
          onRan={(ran) => {
            if (ran.whole) settle();
            onRan(ran);
          }}
          onClose={() => setShown(false)}
        />
      )}
    </form>
  );
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
