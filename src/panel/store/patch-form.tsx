import { useCommands } from '../api/queries';
import { useEdited } from '../parts/edited';
import type { FormEdits } from '../products/page-edits';
import type { Ran } from '../products/preview';
import { PreviewedForm } from '../products/previewed-form';
import { useText } from '../text/text';
import { useFaulty } from './faulty';
import { type Field, fieldsOf, type Schema, valuesOf } from './fields';
import { Inputs } from './inputs';

/** Lists the fields of a command's payload, but for some. */
export function usePayloadFields(command: string, beside: readonly string[]): Field[] {
  const payload = useCommands().data?.items.find(({ id }) => id === command)?.payload as Schema | undefined;
  return fieldsOf(payload ?? {}).filter(({ name }) => !beside.includes(name));
}

export interface Patch {
  readonly command: string;
  /** The changed thing, as it was seen. */
  readonly of: Readonly<Record<string, unknown>>;
  readonly fields: readonly Field[];
  readonly thing: Readonly<Record<string, unknown>>;
  /** The names of the choices, see {@link Inputs}. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly titles: Readonly<Record<string, string>>;
}

/** Keeps a form of what can be changed of a thing: of its fields, only those are stated that were changed. */
export function usePatch({ command, of, fields, thing, names = {}, titles }: Patch) {
  const { language } = useText();
  const known = valuesOf(fields, thing);
  const { values, change, settle, isOvertaken } = useEdited(known);
  const isChanged = (name: string): boolean => JSON.stringify(values[name]) !== JSON.stringify(known[name]);
  const changed = fields.filter(({ name }) => isChanged(name));
  const stated = Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
  const { form, faults, onRefused } = useFaulty(command, values);
  const changes = changed.map(({ name, schema }) => schema['x-label']?.[language] ?? name);
  const calls = changed.length === 0 ? [] : [{ command, payload: { ...of, ...stated }, changes }];
  const edits: FormEdits = { calls, titles, settle, isOvertaken, onRefused, form };
  const inputs = <Inputs fields={fields} values={values} onChange={change} names={names} faults={faults} />;
  return { edits, inputs };
}

interface PatchFormProps extends Patch {
  readonly onRan: (ran: Ran) => void;
}

/** A form of what can be changed of a thing. Nothing is sent before it was shown what it does, and of that only what was changed. */
export function PatchForm({ onRan, ...patch }: PatchFormProps) {
  const texts = useText();
  const { edits, inputs } = usePatch(patch);
  return (
    <PreviewedForm {...edits} button={texts.products.previewDetails} onRan={onRan}>
      {inputs}
    </PreviewedForm>
  );
}
