import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCommands } from '../api/queries';
import { useEdited } from '../parts/edited';
import { Overtaken } from '../parts/overtaken';
import { useUnsaved } from '../parts/unsaved';
import { PreviewDialog, type Ran } from '../products/preview';
import { useText } from '../text/text';
import { useFaulty } from './faulty';
import { type Field, fieldsOf, type Schema, valuesOf } from './fields';
import { Inputs } from './inputs';

/** Lists the fields of a command's payload, but for some. */
export function usePayloadFields(command: string, beside: readonly string[]): Field[] {
  const payload = useCommands().data?.items.find(({ id }) => id === command)?.payload as Schema | undefined;
  return fieldsOf(payload ?? {}).filter(({ name }) => !beside.includes(name));
}

interface PatchFormProps {
  readonly command: string;
  /** The changed thing, as it was seen. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
  readonly thing: Readonly<Record<string, unknown>>;
  /** The names of the choices, see {@link Inputs}. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly titles: Readonly<Record<string, string>>;
  readonly onRan: (ran: Ran) => void;
}

/** A form of what can be changed of a thing. Nothing is sent before it was shown what it does, and of that only what was changed. */
export function PatchForm({ command, of, fields, thing, names = {}, titles, onRan }: PatchFormProps) {
  const texts = useText();
  const known = valuesOf(fields, thing);
  const { values, change, settle, isOvertaken } = useEdited(known);
  const [asked, setAsked] = useState(false);
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
  useUnsaved(Object.keys(changed).length > 0);
  const { form, faults, onRefused } = useFaulty(command, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Inputs fields={fields} values={values} onChange={change} names={names} faults={faults} />
        <Overtaken is={isOvertaken} />
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
          calls={[{ command, payload: { ...of, ...changed } }]}
          titles={titles}
          onRan={(ran) => {
            if (ran.whole) settle();
            onRan(ran);
          }}
          onRefused={onRefused}
          onClose={() => setAsked(false)}
        />
      )}
    </form>
  );
}
