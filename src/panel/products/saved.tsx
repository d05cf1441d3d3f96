import { Alert, Button, Group, Text } from '@mantine/core';
import { ResetIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { client } from '../api/client';
import type { AuditRow, Page } from '../api/types';
import { UndoDialog } from '../audit/undo';
import { useText } from '../text/text';
import type { Ran } from './preview';

interface SavedProps {
  readonly ran: Ran;
  readonly onUndone: () => void;
}

/** What was just done, with the way back. It outlives the form, which begins anew with what there is now. */
export function Saved({ ran, onUndone }: SavedProps) {
  const texts = useText();
  const [undoing, setUndoing] = useState(false);
  if (ran.auditIds.length === 0) return null;
  return (
    <Alert color={ran.whole ? 'teal' : 'orange'} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{ran.whole ? texts.products.saved : texts.products.partly}</Text>
        <Button size="xs" variant="default" leftSection={<ResetIcon aria-hidden />} onClick={() => setUndoing(true)}>
          {texts.products.undo}
        </Button>
      </Group>
      {undoing && (
        <UndoDialog collect={async () => ({ rows: await rowsOf(ran.auditIds), capped: false })} onClose={onUndone} />
      )}
    </Alert>
  );
}

/** The rows of what ran, newest first, as undoing takes them. */
async function rowsOf(auditIds: readonly string[]): Promise<AuditRow[]> {
  const pages = await Promise.all(auditIds.map((id) => client.get<Page<AuditRow>>('/v1/audit', { id })));
  return pages.flatMap(({ items }) => items).toReversed();
}
