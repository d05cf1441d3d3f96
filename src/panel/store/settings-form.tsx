import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommands } from '../api/queries';
import { useEdited } from '../parts/edited';
import { Overtaken } from '../parts/overtaken';
import { Part } from '../parts/part';
import { PreviewDialog, type Ran } from '../products/preview';
import { useText } from '../text/text';
import { fieldsOf, type Schema, valuesOf } from './fields';
import { Inputs } from './inputs';

interface SettingsFormProps {
  readonly id: string;
  readonly title: string;
  readonly command: string;
  /** What there is; null: nobody has stated it yet. */
  readonly known: Readonly<Record<string, unknown>> | null;
  /** What the caller has seen, by the field of the payload that says it. */
  readonly seen: Readonly<Record<string, unknown>>;
  readonly onRan: (ran: Ran) => void;
}

/** A form of all that a command takes, as its schema says. Nothing is sent before it was shown what it does. */
export function SettingsForm({ id, title, command, known, seen, onRan }: SettingsFormProps) {
  const texts = useText();
  const payload = useCommands().data?.items.find((each) => each.id === command)?.payload as Schema | undefined;
  const fields = fieldsOf(payload ?? {});
  const { values, change, settle, isOvertaken } = useEdited(valuesOf(fields, known));
  const [shown, setShown] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
  };
  return (
    <Part id={id} title={title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Inputs fields={fields} values={values} onChange={change} />
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
          onClose={() => setShown(false)}
        />
      )}
    </Part>
  );
}
