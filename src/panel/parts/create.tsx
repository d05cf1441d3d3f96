import { Button, Group, Stack } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { type Field, trimmed, type Values, valuesOf } from '../store/fields';
import { Inputs } from '../store/inputs';
import { usePayloadFields } from '../store/patch-form';
import { useText } from '../text/text';
import { useOpened } from './asked-act';
import { Dialog } from './dialog';
import { Failure } from './states';

interface CreateProps {
  readonly command: string;
  /** Fields without which it cannot be made; everything else is on its page. */
  readonly asks: readonly string[];
  /** The path of the pages of its kind. */
  readonly place: string;
  readonly says: { readonly create: string; readonly add: string };
}

/** Opens the form of a thing that there is not yet. */
export function CreateButton(props: CreateProps) {
  const [opened, setOpened] = useOpened('create');
  const fields = usePayloadFields(props.command, []).filter(({ name }) => props.asks.includes(name));
  return (
    <>
      <Button leftSection={<PlusIcon aria-hidden />} onClick={() => setOpened(true)}>
        {props.says.create}
      </Button>
      {opened && <CreateDialog {...props} fields={fields} onClose={() => setOpened(false)} />}
    </>
  );
}

interface CreateDialogProps extends CreateProps {
  readonly fields: readonly Field[];
  readonly onClose: () => void;
}

function CreateDialog({ command, place, says, fields, onClose }: CreateDialogProps) {
  const texts = useText();
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  // One key for what the form says: a lost answer may be asked for again, and what was corrected is another thing.
  const [{ values, key }, setForm] = useState(() => ({ values: valuesOf(fields, null), key: newKey() }));
  const change = (changed: Values) => setForm({ values: changed, key: newKey() });
  const { busy, error, submit } = useSending(async () => {
    const { result } = await client.run<{ id: string }>({ storeId, command, payload: trimmed(values) }, key);
    await refresh();
    navigate(`${place}/${result.id}`);
  });
  return (
    <Dialog onClose={onClose} title={says.create} closeOnClickOutside={!busy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Inputs fields={fields} values={values} onChange={change} focused />
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {says.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
