import { Button, type ButtonProps, Group, TextInput } from '@mantine/core';
import { useEdited } from '../parts/edited';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';

interface StoreNameFormProps {
  readonly label: string;
  readonly action: string;
  /** The present name of the store, which is no new name. @default nothing */
  readonly current?: string;
  /** For browsers that fill names in. */
  readonly autofill?: string;
  readonly variant?: ButtonProps['variant'];
  /** @param name without blanks at its ends */
  send(name: string): Promise<void>;
}

/** Asks what a store is to be called. */
export function StoreNameForm({ label, action, current = '', autofill, variant, send }: StoreNameFormProps) {
  const { values, change } = useEdited({ typed: current });
  const name = values.typed.trim();
  const { busy, error, submit } = useSending(() => send(name));
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={label}
          {...(autofill ? { name: autofill } : {})}
          required
          withAsterisk={false}
          maxLength={200}
          flex={1}
          value={values.typed}
          onChange={({ currentTarget }) => change({ typed: currentTarget.value })}
        />
        <Button
          type="submit"
          {...(variant ? { variant } : {})}
          loading={busy}
          disabled={name === '' || name === current}
        >
          {action}
        </Button>
      </Group>
      {error && <Failure error={error} />}
    </form>
  );
}
