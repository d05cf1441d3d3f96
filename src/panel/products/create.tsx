import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client, newKey } from '../api/client';
import { useRefresh } from '../api/queries';
import { useOpened } from '../parts/asked-act';
import { Dialog } from '../parts/dialog';
import { useLabel } from '../parts/meaning';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { useSession } from '../session/session';
import { useText } from '../text/text';
import { createdBy, type Draft, emptyDraft, NEW } from './draft';
import { PriceInput, StockInput } from './edit';

/** Opens the form of a product that there is not yet. */
export function CreateButton() {
  const texts = useText();
  const [opened, setOpened] = useOpened('create');
  return (
    <>
      <Button leftSection={<PlusIcon aria-hidden />} onClick={() => setOpened(true)}>
        {texts.products.create}
      </Button>
      {opened && <CreateDialog onClose={() => setOpened(false)} />}
    </>
  );
}

/** Asks for the fields that a product needs to be sold; everything else is on its page, where this leads. */
function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useText();
  const label = useLabel('product', 'title');
  const { storeId } = useSession();
  const refresh = useRefresh();
  const [, navigate] = useLocation();
  // One key for what the form says: a lost answer may be asked for again, and what was corrected is another product.
  const [{ draft, key }, setForm] = useState(() => ({ draft: emptyDraft, key: newKey() }));
  const setDraft = (changed: Draft) => setForm({ draft: changed, key: newKey() });
  const { busy, error, submit } = useSending(async () => {
    const { result } = await client.run<{ id: string }>({ storeId, ...createdBy(draft) }, key);
    await refresh();
    navigate(`/products/${result.id}`);
  });
  return (
    <Dialog onClose={onClose} title={texts.products.create} closeOnClickOutside={!busy}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={label}
            required
            data-autofocus
            maxLength={200}
            value={draft.title}
            onChange={({ currentTarget }) => setDraft({ ...draft, title: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <PriceInput id={NEW} draft={draft} setDraft={setDraft} required />
            <StockInput id={NEW} draft={draft} setDraft={setDraft} />
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {texts.products.emptyStock}
          </Text>
          {error && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {texts.products.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
