import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { visibleText } from '../../kernel/schema/visible';
import { rowsOfToken } from '../../undo/plan';
import type { Token } from '../api/types';
import { UndoDialog } from '../audit/undo';
import { Dialog } from '../parts/dialog';

import { isoOf, localInput } from '../parts/local-time';
import { useText } from '../text/text';

const HOUR_MS = 3_600_000;

/** First since when, then what that would undo. */
export function UndoTokenDialog({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const texts = useText();
  const [since, setSince] = useState(() => localInput(new Date(Date.now() - HOUR_MS)));
  const [found, setFound] = useState<string>();
  if (found !== undefined)
    return <UndoDialog collect={(door) => rowsOfToken(door, token.id, found)} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFound(isoOf(since));
  };
  return (
    <Dialog onClose={onClose} title={texts.tokens.undo}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{texts.undo.tokenText(visibleText(token.label))}</Text>
          <TextInput
            type="datetime-local"
            label={texts.undo.since}
            required
            data-autofocus
            value={since}
            onChange={({ currentTarget }) => setSince(currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit">{texts.undo.find}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
