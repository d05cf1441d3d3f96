import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { client, newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import type { Customer } from '../api/types';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure } from '../parts/states';
import { useSending } from '../session/sending';
import { dateTime } from '../text/format';
import { useText } from '../text/text';

const NOTE_MAX = 2_000;

/** Shows the notes of the owners about a customer, takes a new one, and takes one away. */
export function Notes({ customer }: { readonly customer: Customer }) {
  const texts = useText();
  const words = texts.customerPages.notes;
  return (
    <Part title={words.title}>
      <Stack gap="sm">
        <NewNote customerId={customer.id} />
        {customer.notes.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.none}
          </Text>
        )}
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {customer.notes.map((note) => (
            <li key={note.id}>
              <Text size="sm" component="div" className="value letter">
                <Visible text={note.text} />
              </Text>
              <Group justify="space-between" gap="xs">
                <Text size="xs" c="dimmed">
                  {dateTime(note.createdAt, texts)}
                </Text>
                <RemoveNote noteId={note.id} text={note.text} />
              </Group>
            </li>
          ))}
        </Stack>
      </Stack>
    </Part>
  );
}

function NewNote({ customerId }: { readonly customerId: string }) {
  const words = useText().customerPages.notes;
  const refresh = useRefresh();
  // One key for one text: a lost answer may be asked for again.
  const [{ text, key }, setDraft] = useState({ text: '', key: newKey() });
  const { busy, error, submit } = useSending(async () => {
    await client.post(`/v1/account/customers/${encodeURIComponent(customerId)}/notes`, { text: text.trim() }, key);
    setDraft({ text: '', key: newKey() });
    await refresh();
    tell(words.added);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={words.text}
          description={words.hint}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={NOTE_MAX}
          value={text}
          onChange={({ currentTarget: { value } }) => setDraft({ text: value, key: newKey() })}
        />
        {error && <Failure error={error} />}
        <Group>
          <Button type="submit" size="xs" variant="default" loading={busy} disabled={text.trim() === ''}>
            {words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RemoveNote({ noteId, text }: { readonly noteId: string; readonly text: string }) {
  const texts = useText();
  const words = texts.customerPages.notes;
  const confirm = useConfirm();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    if (!(await confirm({ ...words.removal, text: visibleText(text), destructive: true }))) return;
    setBusy(true);
    try {
      await client.delete(`/v1/account/customers/notes/${encodeURIComponent(noteId)}`);
      await refresh();
      tell(words.removed);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <Button size="compact-xs" variant="subtle" color="red" loading={busy} onClick={() => void remove()}>
      {words.remove}
    </Button>
  );
}
