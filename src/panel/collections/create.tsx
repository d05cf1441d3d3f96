import { Button, Group, Stack, TextInput } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { Dialog } from '../parts/dialog';
import { useLabel } from '../parts/meaning';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { useText } from '../text/text';

/** Opens the form of a collection that there is not yet. */
export function CreateButton() {
  const texts = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button leftSection={<PlusIcon aria-hidden />} onClick={() => setOpened(true)}>
        {texts.collections.create}
      </Button>
      {opened && <CreateDialog onClose={() => setOpened(false)} />}
    </>
  );
}

/** A collection has a title; everything else is on its page, where this leads. */
function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useText();
  const label = useLabel('collection', 'title');
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  // One key for what the form says: a lost answer may be asked for again, and what was corrected is another collection.
  const [{ title, key }, setForm] = useState(() => ({ title: '', key: newKey() }));
  const { busy, error, submit } = useSending(async () => {
    const call = { storeId, command: 'catalog.collection.create', payload: { title: title.trim() } };
    const { result } = await client.run<{ id: string }>(call, key);
    await refresh();
    navigate(`/collections/${result.id}`);
  });
  return (
    <Dialog onClose={onClose} title={texts.collections.create} closeOnClickOutside={!busy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={label}
            required
            data-autofocus
            maxLength={200}
            value={title}
            onChange={({ currentTarget }) => setForm({ title: currentTarget.value, key: newKey() })}
          />
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {texts.collections.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
