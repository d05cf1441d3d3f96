import { Alert, Button, Group, Text } from '@mantine/core';
import { ResetIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { client } from '../api/client';
import type { AuditRow, Page } from '../api/types';
import { UndoDialog } from '../audit/undo';
import { takeFocus } from '../parts/focus';
import { useReadsHistory } from '../session/session';
import { useText } from '../text/text';
import type { Ran } from './preview';

interface SavedProps {
  readonly ran: Ran;
  readonly onUndone: () => void;
  /** Says more of what ran. */
  readonly children?: ReactNode;
}

/**
 * Tells the change that was just made, with the way back if there is one. It outlives the form, which begins anew with the present values,
 * and stands where the form was sent: it has the focus, so that nobody has to look for it.
 */
export function Saved({ ran, onUndone, children }: SavedProps) {
  const texts = useText();
  const readsHistory = useReadsHistory();
  const [undoing, setUndoing] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const { auditIds, whole, final = false } = ran;
  const isAny = auditIds.length > 0;
  useEffect(() => {
    if (isAny) takeFocus(said.current);
  }, [isAny]);
  if (!isAny) return null;
  return (
    <Alert ref={said} tabIndex={-1} className="saved" color={whole ? 'teal' : 'orange'} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {whole ? texts.products.saved : texts.products.partly}
          {final ? ` ${texts.products.final}` : !whole && readsHistory && ` ${texts.products.partlyUndoable}`}{' '}
          {children}
        </Text>
        {!final && readsHistory && (
          <Button size="xs" variant="default" leftSection={<ResetIcon aria-hidden />} onClick={() => setUndoing(true)}>
            {texts.products.undo}
          </Button>
        )}
      </Group>
      {undoing && (
        <UndoDialog collect={async () => ({ rows: await rowsOf(auditIds), capped: false })} onClose={onUndone} />
      )}
    </Alert>
  );
}

interface SavedOfPage {
  /** The part of the page that was changed last, and the change. */
  readonly last: { readonly part: string; readonly ran: Ran } | null;
  /** Keeps the change of a part. The change of another part is told no more: its way back would be taken for the way back of this one. */
  readonly keepIn: (part: string) => (ran: Ran) => void;
  readonly clear: () => void;
  /** Shows the change below its part. */
  readonly shownIn: (part: string) => ReactNode;
}

/** Keeps the last change on a page of several parts. */
export function useSaved(): SavedOfPage {
  const [last, setLast] = useState<SavedOfPage['last']>(null);
  const clear = () => setLast(null);
  return {
    last,
    keepIn: (part) => (ran) => setLast({ part, ran }),
    clear,
    shownIn: (part) => last?.part === part && <Saved key={last.ran.auditIds.join()} ran={last.ran} onUndone={clear} />,
  };
}

/** The rows of what ran, newest first, as undoing takes them. */
async function rowsOf(auditIds: readonly string[]): Promise<AuditRow[]> {
  const pages = await Promise.all(auditIds.map((id) => client.get<Page<AuditRow>>('/v1/audit', { id })));
  return pages.flatMap(({ items }) => items).toReversed();
}
