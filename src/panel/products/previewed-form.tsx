import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Overtaken } from '../parts/overtaken';
import { isAllRead } from '../parts/typed-field';
import { useUnsaved } from '../parts/unsaved';
import { useText } from '../text/text';
import type { Call } from './draft';
import type { FormEdits } from './page-edits';
import { PreviewDialog, type Ran } from './preview';

interface PreviewedFormProps extends FormEdits<Call> {
  /** On the button that shows what would be done. */
  readonly button: string;
  readonly onRan: (ran: Ran) => void;
  readonly children: ReactNode;
}

/** A form that is sent by itself. Nothing is sent before it was shown what it does. */
export function PreviewedForm(props: PreviewedFormProps) {
  const { button, calls, titles, settle, isOvertaken, onRefused, form, onRan, children } = props;
  const texts = useText();
  const [shown, setShown] = useState(false);
  useUnsaved(calls.length > 0);
  return (
    <form
      {...(form ? { ref: form } : {})}
      noValidate={form !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAllRead(event.currentTarget)) setShown(true);
      }}
    >
      <Stack gap="sm">
        {children}
        <Overtaken is={isOvertaken} />
        <Group justify="flex-end">
          <Button type="submit" disabled={calls.length === 0}>
            {button}
          </Button>
        </Group>
      </Stack>
      {shown && (
        <PreviewDialog
          title={texts.products.previewTitle}
          text={texts.products.previewText}
          yes={texts.products.save}
          calls={calls}
          titles={titles}
          onRan={(ran) => {
            if (ran.whole) settle();
            onRan(ran);
          }}
          {...(onRefused ? { onRefused } : {})}
          onClose={() => setShown(false)}
        />
      )}
    </form>
  );
}
