import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommands } from '../api/queries';
import { useEdited } from '../parts/edited';
import { folding } from '../parts/folding';
import { Overtaken } from '../parts/overtaken';
import { Part } from '../parts/part';
import { isAllRead } from '../parts/typed-field';
import { useUnsaved } from '../parts/unsaved';
import { PreviewDialog, type Ran } from '../products/preview';
import { useText } from '../text/text';
import { useFaulty } from './faulty';
import { type Field, fieldsOf, type Schema, type Values, valuesOf } from './fields';
import { Inputs } from './inputs';

interface SettingsFormProps {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  /** The present settings; null: nobody has stated them yet. */
  readonly known: Readonly<Record<string, unknown>> | null;
  /** The facts that the caller has seen, by the fields of the payload that say them. */
  readonly seen: Readonly<Record<string, unknown>>;
  /** The choices of fields, by their names, as far as the typed values tell. */
  readonly choicesIn?: (values: Values) => Readonly<Record<string, readonly string[]>>;
  /** Said below fields, by their names, in the language of the page. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly onRan: (ran: Ran) => void;
}

const noChoices = (): Readonly<Record<string, readonly string[]>> => ({});

/** A form of all that a command takes, as its schema says. Nothing is sent before it was shown what it does. */
export function SettingsForm(props: SettingsFormProps) {
  const { id, title, command, known, seen, choicesIn = noChoices, hints = {}, onRan } = props;
  const texts = useText();
  const payload = useCommands().data?.items.find((each) => each.id === command)?.payload as Schema | undefined;
  const fields = fieldsOf(payload ?? {})
    .filter(({ name }) => !(name in seen))
    .map((field): Field => {
      const hint = hints[field.name];
      return hint === undefined ? field : { ...field, help: { [texts.language]: hint } };
    });
  const { values, change, settle, isOvertaken } = useEdited(valuesOf(fields, known));
  const [shown, setShown] = useState(false);
  useUnsaved(JSON.stringify(values) !== JSON.stringify(valuesOf(fields, known)));
  const { form, faults, onRefused } = useFaulty(command, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAllRead(form.current)) setShown(true);
  };
  return (
    <Part id={id} title={title}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Inputs
            fields={fields}
            faults={faults}
            values={values}
            onChange={(typed) => change({ ...typed, ...chosenAnew(typed, choicesIn(typed)) })}
            names={Object.fromEntries(
              Object.entries(choicesIn(values)).map(([name, each]) => [name, namedAlike(each)]),
            )}
          />
          <Overtaken is={isOvertaken} />
          <Group justify="flex-end">
            <Button type="submit">{texts.products.preview}</Button>
          </Group>
        </Stack>
      </form>
      {shown && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={[{ command, payload: { ...values, ...seen } }]}
          titles={{}}
          onRan={(ran) => {
            if (ran.whole) settle();
            onRan(ran);
          }}
          onRefused={onRefused}
          onClose={() => setShown(false)}
        />
      )}
    </Part>
  );
}

const namedAlike = (choices: readonly string[]) => Object.fromEntries(choices.map((choice) => [choice, choice]));

/** Turns a text that was typed before there were choices into one of them; a text that is none of them is chosen anew. */
const chosenAnew = (values: Values, choices: Readonly<Record<string, readonly string[]>>): Values =>
  Object.fromEntries(Object.entries(choices).map(([name, each]) => [name, folding(each, String(values[name])) ?? '']));
