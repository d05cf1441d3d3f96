import { Stack } from '@mantine/core';
import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef } from 'react';
import { Overtaken } from '../parts/overtaken';
import type { Call, Edit } from './draft';
import type { FieldFaults, Ran } from './preview';

/** The outcome of a saving: its calls that ran, and the names of all that was saved and was not. */
export interface Outcome {
  readonly ran: Ran;
  readonly saved: readonly string[];
  readonly left: readonly string[];
}

/** Text that was typed into one form and is not saved. */
export interface FormEdits<Each extends Call = Edit> {
  readonly calls: readonly Each[];
  /** The titles of the changed things, by their ids. */
  readonly titles: Readonly<Record<string, string>>;
  /** Takes what was typed for what there is: it was saved. */
  readonly settle: () => void;
  /** Somebody else has changed what was edited meanwhile. */
  readonly isOvertaken: boolean;
  /** Takes the faults of the form's fields. */
  readonly onRefused?: (faults: FieldFaults) => void;
  /** The form, for who marks its fields; its own faults stand in the place of the browser's. */
  readonly form?: RefObject<HTMLFormElement | null>;
}

/** Changes that were typed into one part of a page and are not saved. */
export interface PartEdits extends Omit<FormEdits, 'isOvertaken' | 'form'> {
  readonly form: RefObject<HTMLFormElement | null>;
}

interface Page {
  /** Tells what a part would change; null: the part is gone. */
  note(part: string, edits: PartEdits | null): void;
  save(): void;
}

/** The page whose parts are saved at once. */
export const PageContext = createContext<Page>({ note: () => {}, save: () => {} });

interface PageFormProps extends FormEdits {
  /** The name by which the part is told from the others of the page. */
  readonly part: string;
  readonly children: ReactNode;
}

/** A form that is a part of a page: what was typed into it is saved with the page, in one act. */
export function PageForm({ part, isOvertaken, form, children, ...edits }: PageFormProps) {
  const { note, save } = useContext(PageContext);
  const own = useRef<HTMLFormElement>(null);
  const latest = useRef<PartEdits>({ ...edits, form: form ?? own });
  const said = JSON.stringify(edits.calls);
  // At once, and not after the next drawing: who types and presses a key saves what was typed.
  useLayoutEffect(() => {
    latest.current = { ...edits, form: form ?? own };
  });
  // Told anew when the calls differ, and not with each drawing of the part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => note(part, latest.current), [note, part, said]);
  useLayoutEffect(() => () => note(part, null), [note, part]);
  return (
    <form
      ref={form ?? own}
      noValidate={form !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="sm">
        {children}
        <Overtaken is={isOvertaken} />
      </Stack>
    </form>
  );
}
