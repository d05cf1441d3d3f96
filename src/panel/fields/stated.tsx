import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { folded } from '../../kernel/folded';
import type { Definition, Target } from '../api/fields';
import { useCommands } from '../api/queries';
import { useEdited } from '../parts/edited';
import { Overtaken } from '../parts/overtaken';
import { Part } from '../parts/part';
import { PreviewDialog, type Ran } from '../products/preview';
import { fieldsOf, type Schema, type Value, type Values, valuesOf } from '../store/fields';
import { Inputs } from '../store/inputs';
import { useText } from '../text/text';
import { RuleInputs, statedRules } from './rules';

interface StatedProps {
  readonly command: 'metafield.definition.create' | 'metafield.definition.update';
  /** The parts of the payload that the form does not ask for. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly known: Definition | null;
  readonly titles: Readonly<Record<string, string>>;
  readonly onRan: (ran: Ran) => void;
  readonly onDone?: () => void;
}

/** A form of all that a command says of a field, as its schema has it; the rules follow the type. */
function Stated({ command, given, known, titles, onRan, onDone = () => {} }: StatedProps) {
  const texts = useText();
  const payload = useCommands().data?.items.find(({ id }) => id === command)?.payload as Schema | undefined;
  const fields = fieldsOf(payload ?? {})
    .filter(({ name }) => name !== 'validations' && !(name in given))
    // The name comes first: one knows it before all else.
    .toSorted((left, right) => Number(right.name === NAME) - Number(left.name === NAME));
  const edited = useEdited({ values: valuesOf(fields, known), rules: known?.validations ?? {} });
  const { values, rules } = edited.values;
  const [shown, setShown] = useState(false);
  const type = known?.type ?? String(values.type ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Inputs
          fields={fields}
          values={values}
          onChange={(typed) => edited.change({ values: withKey(values, typed), rules })}
        />
        <RuleInputs
          schema={payload?.properties?.validations ?? {}}
          type={type}
          rules={rules}
          onChange={(stated) => edited.change({ values, rules: stated })}
        />
        <Overtaken is={edited.isOvertaken} />
        <Group justify="flex-end">
          <Button type="submit">{texts.products.preview}</Button>
        </Group>
      </Stack>
      {shown && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={[{ command, payload: { ...values, ...given, validations: statedRules(type, rules) } }]}
          titles={titles}
          onRan={(ran) => {
            if (ran.whole) edited.settle();
            onRan(ran);
          }}
          onDone={onDone}
          onClose={() => setShown(false)}
        />
      )}
    </form>
  );
}

const NAME = 'label';
const KEY_LENGTH_MAX = 40;

/** The key follows the name, as long as nobody has typed another one. */
function withKey(before: Values, typed: Values): Values {
  const follows = before.key === keyFrom(before[NAME]) && typed.key === before.key;
  return follows && 'key' in typed ? { ...typed, key: keyFrom(typed[NAME]) } : typed;
}

const keyFrom = (name: Value | undefined): string =>
  folded(String(name ?? ''))
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, KEY_LENGTH_MAX);

export function NewField({ target, onRan }: { readonly target: Target; readonly onRan: (ran: Ran) => void }) {
  const texts = useText();
  return (
    <Part title={texts.fields.create}>
      <Stated command="metafield.definition.create" given={{ target }} known={null} titles={{}} onRan={onRan} />
    </Part>
  );
}

interface ChangedFieldProps {
  readonly definition: Definition;
  readonly onRan: (ran: Ran) => void;
  readonly onDone: () => void;
}

/** Changes the name of a field and its rules; its target, its key and its type stay for good. */
export function ChangedField({ definition, onRan, onDone }: ChangedFieldProps) {
  const { id, rev, label } = definition;
  return (
    <Stated
      command="metafield.definition.update"
      given={{ definitionId: id, expectedRev: rev }}
      known={definition}
      titles={{ [id]: label }}
      onRan={onRan}
      onDone={onDone}
    />
  );
}
